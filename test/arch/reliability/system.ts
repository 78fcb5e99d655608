import type { Proof } from '../test-titles.ts';

const PIPELINE = 'test/core/reliability/pipeline.test.ts';
const TODO = 'test/core/reliability/todo-continuation.test.ts';
const PLAN = 'test/flows/agent/continue-plan.test.ts';
const COMMANDS = 'test/core/reliability/commands.test.ts';
const SHELL = 'test/host/mcp/shell.test.ts';
const CLASSES = 'test/core/classify-error.test.ts';
const STEPS = 'test/core/reliability/context-steps.test.ts';
const METER = 'test/e2e/context.spec.ts';
const MEASURE = 'test/flows/request/measure-context.test.ts';
const RECOVERY = 'test/flows/recovery.test.ts';
const LIMITS = 'test/flows/recovery-limits.test.ts';
const RUN = 'test/core/agent/run-agent.test.ts';
const HOOKS = 'test/flows/base/reliability.test.ts';
const BROKEN = 'test/ui/features/reliability/broken-hooks.test.tsx';
const COMPACTION = 'test/flows/compaction.test.ts';
const CUT = 'test/core/truncate-output.test.ts';
const PRUNE = 'test/core/reliability/prune.test.ts';
const LAYERS = 'test/host/configuration/load-configuration.test.ts';
const STORE = 'test/host/configuration/configuration-store.test.ts';
const SCHEMA = 'test/host/configuration/json-schema.test.ts';
const SETTINGS = 'test/e2e/reliability-settings.spec.ts';
const CLAUDE = 'test/core/rules-anthropic.test.ts';
const TASKS = 'test/flows/agent/tasks.test.ts';
const NOTIFY = 'test/flows/agent/run-notifications.test.ts';
const LOG = 'test/host/log-file.test.ts';
const ORDER = 'test/flows/order-of-a-send.test.ts';
const DELETE = 'test/flows/agent/delete-session.test.ts';
const FILES = 'test/flows/agent/context-files.test.ts';
const BY_CLASS = 'test/flows/recovery-classes.test.ts';
const RESUME = 'test/flows/agent/auto-resume.test.ts';
const NOTICES = 'test/core/reliability/session-recovery.test.ts';
const MAP = 'test/arch/architecture.test.ts';

const ORDERED: Proof = [
  ORDER,
  'is stored, asked about, compiled and sent in the documented order, and nothing of it is stored changed',
];
const RECOVERED: Proof = [RECOVERY, 'is refused once, answered by a stricter request, and remembered'];
const PER_CLASS: Proof = [BY_CLASS, 'costs one request and one toast, changes nothing stored, and is not met again'];
const COUNTED: Proof = [TODO, 'counts down two seconds in view and reminds once'];
const DEFAULTS: Proof = [LAYERS, 'are those of the documents, spelled out in their sample'];
const RANGES: Proof = [LAYERS, '%s'];
const TABLE: Proof = [PIPELINE, 'names every hook of the documents once, and its aliases mean one of them'];
const MAPPED: Proof = [MAP, 'has a place for every part of the reliability documents'];
const WORDS: Proof = [CLASSES, 'knows the bare words of the documents: %s (S0-35 to S0-38, S1-25)'];

/** The rows of the document on the reliability system, each with the tests that would fail without it. */
export const SYSTEM: Readonly<Record<string, readonly Proof[]>> = {
  // Architecture, registration, pipeline.
  'S1-01 three layers of defence and the room in the window, each with its place in the settings': [
    [PIPELINE, 'every group of the table has hooks, and every hook a layer of the documents'],
    [SETTINGS, 'a switch of the page, and of a file while the page is open'],
  ],
  'S1-02 every hook can be switched off by its name': [
    [PIPELINE, 'a hook that is switched off is not called, one that is switched on is'],
    [HOOKS, 'a refusal is quoted at once, and nothing is asked again'],
  ],
  'S1-03 the seven parts of the document': [MAPPED],
  'S1-04 the figures of the diagram: 80 %, half of the room and 50,000 tokens, 2 s, 70 %, four classes': [
    [STEPS, '%d is step %d'],
    [CUT, '%j leaves %i'],
    COUNTED,
    WORDS,
    DEFAULTS,
  ],
  'S1-05 configuration first, then the hooks that it leaves on': [
    [STORE, 'without any file: the defaults, and where files would be'],
    [HOOKS, 'without an answer of the host the defaults hold'],
    [PIPELINE, 'a hook that is switched off is not called, one that is switched on is'],
  ],
  'S1-06 transform: thinking, then empty messages': [ORDERED, [PIPELINE, 'the documented order of the stages']],
  'S1-07 before a tool: environment, then comments': [[PIPELINE, 'the documented order of the stages']],
  'S1-08 events: recovery, continuation, room': [
    [PIPELINE, 'the documented order of the stages'],
    [HOOKS, 'are heard in the order in which they were told, whatever a listener does'],
    [HOOKS, 'are heard by everybody, also where one listener never comes to an end'],
  ],
  'S1-09 after a tool: shortened, and said to be empty': [
    [HOOKS, 'a long result is shortened and kept whole, unless that is switched off'],
    [HOOKS, 'an empty result is named, a failed one is left alone'],
  ],
  'S1-10 one after the other, each waited for, none in the way of the others': [
    [PIPELINE, 'hooks are called in the order of the table, each with what the one before it made'],
    [PIPELINE, 'a hook that hangs is passed over when its time is up, and what it says later is ignored'],
    [BROKEN, 'every hook %s at every stage: the chat works, and each is told of once'],
  ],
  'S1-11 where the parts of the document are': [MAPPED],

  // Prevention.
  'S1-12 the thinking validator prevents a refusal': [
    ['test/core/vectors.test.ts', 'claude-openloop-to-manual-claude: thinking is left out, not invented (A19)'],
    [HOOKS, 'what a preventive rule leaves undone is repaired by the last check, and told as such'],
  ],
  'S1-13 the sanitizer leaves empty messages out where it may': [
    ['test/core/seed-functions.test.ts', 'leaves an empty message out where the roles still take turns'],
    [HOOKS, 'what a preventive rule leaves undone is repaired by the last check, and told as such'],
    [CLAUDE, 'A4d, A6: %s still makes a request'],
  ],
  'S1-14 what a tool starts waits for nobody': [
    [SHELL, 'the environment asks nobody and holds no key'],
    [SHELL, 'its input is closed: what asks gets an end at once'],
  ],
  'S1-15 the documented variables, one and all': [
    [COMMANDS, 'keeps the environment and closes every way to ask'],
    [SHELL, 'the environment asks nobody and holds no key'],
  ],
  'S1-16 editors, pagers and asking subcommands are pointed out': [
    [COMMANDS, '%s starts %s'],
    [COMMANDS, '%s is harmless'],
    [SHELL, 'a command that waits for a person is run with advice'],
  ],
  'S1-17 leftover comments are pointed out where somebody wants that': [
    [HOOKS, 'are told to the user and to the model once somebody wants that'],
    ['test/core/reliability/comment-checker.test.ts', '%s: %s'],
    ['test/core/reliability/comment-checker.test.ts', '%s is left alone: %s'],
  ],
  'S1-18 stages around a tool call': [
    [HOOKS, 'a long result is shortened and kept whole, unless that is switched off'],
    [SHELL, 'the user decides: neither changed nor commented on when switched off, wider when allowed'],
  ],

  // Detection.
  'S1-19 a conversation and what it began are told apart': [
    [TASKS, 'gives %s its last answer, and is a conversation of its own below'],
    ['test/storage/tasks.test.ts', 'are found below each conversation above them, and stand in no list'],
  ],
  'S1-20 idle shows what is left to do': [
    COUNTED,
    [TODO, 'stays quiet with %s'],
    [PLAN, 'is looked at once for each run: what ends besides runs arms nothing'],
  ],
  'S1-21 an error is recoverable or not, and names its message': [
    [CLASSES, 'reads the place that an error names, and no number that is none'],
    [LIMITS, '%s is permanent and shown'],
  ],
  'S1-22 a deleted conversation leaves nothing behind': [
    [DELETE, 'stops its run and its tasks, and no timer and no request of it is left'],
    [TODO, 'is cancelled by %s %j'],
    [TODO, 'nothing is left of a session that is %s, also when it fails then'],
    [PIPELINE, 'failures count per hook and session, and end with it'],
  ],
  'S1-23 what happens calls the countdown off': [
    [TODO, 'is cancelled by %s %j'],
    [PLAN, 'is called off by %s, whoever it comes from'],
  ],
  'S1-24 the four classes, and those that came later': [WORDS, [CLASSES, 'knows %s']],
  'S1-25 by the documented words, the most specific first': [WORDS, [CLASSES, 'knows %s']],
  'S1-26 whatever an error looks like, its words are found': [
    [CLASSES, 'survives hostile values'],
    [CLASSES, 'looks everywhere in what has its words in no known place'],
    [CLASSES, 'never throws on errors that hold anything in the places where it looks'],
  ],
  'S1-27 steps at 70, 80 and 95 %': [
    [STEPS, '%d is step %d'],
    [STEPS, 'is told once on the way up'],
    [
      'test/ui/features/conversation/context/step-toasts.test.tsx',
      'comes once for each step crossed upwards, in the documented words, and stands the longer the fuller it is',
    ],
    [METER, 'the meter follows the conversation and what is typed, warns once a step, and makes room'],
  ],
  'S1-28 counted after every answer and before every request': [
    [MEASURE, 'goes by what the vendor counted last'],
    [MEASURE, 'counts what the next request holds, by part'],
    [METER, 'the meter follows the conversation and what is typed, warns once a step, and makes room'],
  ],

  // Recovery.
  'S1-29 a call without a result gets the documented one': [
    ['test/core/vectors.test.ts', 'tells the model that the user stopped a call'],
    [RUN, 'keeps real results and gives the others the documented one'],
  ],
  'S1-30 order of thinking: sent again without it': [
    [RECOVERY, 'goes on without thinking until the user says something new'],
  ],
  'S1-31 thinking switched off: left out beside the log': [PER_CLASS],
  'S1-32 empty content: left out or filled in, beside the log': [
    PER_CLASS,
    ['test/core/seed-functions.test.ts', 'fills it in where two messages of one role would meet'],
    ['test/core/seed-functions.test.ts', 'writes into an empty text part instead of adding another'],
  ],
  'S1-33 from the error to the end of the recovery, once for each message and class': [
    PER_CLASS,
    [BY_CLASS, 'is told before the second request and after it, however it ends'],
    [BY_CLASS, 'refused again ends with the vendor’s own words'],
  ],
  'S1-34 goes on without words in the user’s name': [
    [RESUME, 'a run goes on in the same loop where auto_resume is set, and nothing is said in the user’s name'],
  ],
  'S1-35 a notice for each class': [PER_CLASS, [NOTICES, 'of %s stand for three seconds, word by word']],
  'S1-36 callbacks before and after, whatever happens': [
    [BY_CLASS, 'is told before the second request and after it, however it ends'],
    [BY_CLASS, 'is told also where nothing can be made stricter, and of no toast then'],
    [BY_CLASS, 'is told when it is stopped, and when the toast or the callbacks fail'],
    [BY_CLASS, 'is told when the recovery itself breaks, and the refusal is what is shown'],
  ],
  'S1-37 every condition of going on, in order': [
    COUNTED,
    [TODO, 'waits for recoveries and background work'],
    [TODO, 'rests three seconds after an error and then goes on by itself (X-23)'],
    [TODO, 'asks what else speaks against it, before the countdown and after'],
    [PLAN, 'leaves alone what needs no reminder'],
    [PLAN, 'ends when the user says %j, and says why, until the user switches it on again'],
    [
      'test/flows/agent/continue-tasks.test.ts',
      'continues by the same rules where that is asked for, and is running until nothing is left to do',
    ],
  ],
  'S1-38 the documented reminder': [
    COUNTED,
    [PLAN, 'counts down, sends one reminder of its own, and gives up where nothing moves'],
  ],
  'S1-39 the five events that cancel': [[TODO, 'is cancelled by %s %j']],
  'S1-40 what counts as open': [[TODO, 'stays quiet with %s']],
  'S1-41 looked at again when the countdown ends': [
    [TODO, 'looks again before it sends: what was finished meanwhile needs no reminder'],
  ],
  'S1-42 recovery and continuation do not get in each other’s way': [
    [NOTICES, 'continuation stands still from the one callback to the other'],
    [TODO, 'waits for recoveries and background work'],
  ],

  // The context window.
  'S1-43 a summary before the window is full': [
    [
      COMPACTION,
      'asks for one summary before the message that would fill the window, and sends it in place of the rest',
    ],
    [COMPACTION, 'never comes by itself where nobody knows how much the model reads (X-28)'],
    [METER, 'room is made by a summary before the window is full, in plain view, and can be taken back'],
  ],
  'S1-44 can be switched off': [
    [COMPACTION, 'is not made where it is switched off, nor below the threshold'],
    DEFAULTS,
  ],
  'S1-45 threshold from 0.5 to 0.95': [
    RANGES,
    [COMPACTION, 'is not made where it is switched off, nor below the threshold'],
  ],
  'S1-46 pruning first, where that is wanted': [
    [COMPACTION, 'leaves out what later calls replaced, tells so, keeps it stored and can be taken back'],
    DEFAULTS,
  ],
  'S1-47 once at a time, with a rest, never of a summary': [
    [COMPACTION, 'goes on without one that could not be written, and rests before it tries again'],
    [COMPACTION, 'rests for a minute after one that failed, and tries again then'],
    [COMPACTION, 'is given up after a minute without an end, and the message goes on'],
    [COMPACTION, 'never summarizes a summary: the second one joins what came since'],
  ],
  'S1-48 half of what is left, 50,000 tokens at most': [
    [CUT, '%j leaves %i'],
    [RUN, 'share what is left of the window'],
  ],
  'S1-49 the documented tools': [[HOOKS, 'only of search and language tools where the configuration says so']],
  'S1-50 measured, cut, and told with figures and a way to the rest': [
    [CUT, 'keeps whole lines of the beginning and more of the end, and counts what is missing'],
    [CUT, 'counts exactly what is missing'],
    [CUT, 'tells how to get the rest'],
    ['test/tools/page-servers.test.ts', 'reads a text to its end by following what it says'],
  ],
  'S1-51 of listed tools only, where that is wanted': [
    [HOOKS, 'only of search and language tools where the configuration says so'],
  ],
  'S1-52 a full window is recovered from, in the words of every vendor': [
    RECOVERED,
    [LIMITS, 'with a scripted overflow is asked once more and no oftener'],
    [CLASSES, 'knows %s'],
  ],
  'S1-53 what code knows stands beside a summary: instructions, folder, session, model': [
    [FILES, 'is what code knows, and the root’s instructions; others are told again when a tool comes there'],
    [FILES, 'is nothing of that where the hook is off; the next run tells the instructions itself'],
    [
      'test/flows/compaction-context.test.ts',
      'instructions beside a summary are those of the roots and on the way to what was changed, asked for once each',
    ],
  ],

  // State, configuration, schema, log, notices.
  'S1-54 state for each conversation': [
    [TODO, 'survives deps that throw, keeps sessions apart, and ends with dispose'],
    [PIPELINE, 'failures count per hook and session, and end with it'],
    [TASKS, 'goes on when the run that began it has ended, and its question is not lost'],
  ],
  'S1-55 what continuation knows of one': [
    [TODO, 'rests three seconds after an error and then goes on by itself (X-23)'],
    [TODO, 'waits for recoveries and background work'],
  ],
  'S1-56 background work is known as such': [
    [NOTIFY, 'of tasks are told of the background ones, and lead to where the user began; questions of all'],
    [TODO, 'waits for recoveries and background work'],
  ],
  'S1-57 timers, runs, tasks and rows end with the conversation': [
    [DELETE, 'stops its run and its tasks, and no timer and no request of it is left'],
    [DELETE, 'calls the countdown off and shows nothing of it'],
    [DELETE, 'is forgotten everywhere; its fork and the bytes they share stay'],
    ['test/host/mcp/orphan-processes.test.ts', 'ends with its conversation and not with another one'],
    ['test/storage/remove-session.test.ts', 'leaves no row in any table, and those of others as they were'],
  ],
  'S1-58 the line about it in the log': [[TODO, 'writes the documented lines with their figures']],
  'S1-59 the documented sample of switches, comments and all': [
    [LAYERS, 'the documented list of switches, comments and all'],
  ],
  'S1-60 defaults, user, folder, page': [
    [LAYERS, 'are merged key by key, the stronger one wins, disabled lists are united'],
    [STORE, 'a folder speaks only for the conversations it is attached to'],
    [SETTINGS, 'the file of an attached folder speaks for its conversation, and not about what is the user’s'],
  ],
  'S1-61 auto_resume': [
    DEFAULTS,
    [RESUME, 'a run goes on in the same loop where auto_resume is set, and nothing is said in the user’s name'],
    [RESUME, 'otherwise it stops once the recovered step is done, and goes on where the user says so'],
  ],
  'S1-62 aggressive_truncation': [
    DEFAULTS,
    [HOOKS, 'only of search and language tools where the configuration says so'],
  ],
  'S1-63 the other settings and their defaults': [DEFAULTS, RANGES],
  'S1-64 pruning is off unless switched on': [DEFAULTS, [PRUNE, 'does nothing unless it is switched on']],
  'S1-65 how much is told of it': [
    RANGES,
    [COMPACTION, 'leaves out what later calls replaced, tells so, keeps it stored and can be taken back'],
  ],
  'S1-66 the newest turns stay whole': [RANGES, [PRUNE, 'never touches the newest turns, by default three']],
  'S1-67 protected tools': [DEFAULTS, [PRUNE, 'never touches protected tools or inputs under a signature']],
  'S1-68 of equal calls the last': [
    [PRUNE, 'takes repeated outputs, superseded writes and inputs of old failures, and says which'],
    [PRUNE, 'switches each strategy alone'],
  ],
  'S1-69 what was written, once it was read': [
    [PRUNE, 'supersedes by the same path only, or by any read when aggressive'],
  ],
  'S1-70 arguments of old failures': [
    RANGES,
    [PRUNE, 'takes repeated outputs, superseded writes and inputs of old failures, and says which'],
    [PRUNE, 'takes the raw text of old failed arguments that could not be read'],
  ],
  'S1-71 names of hooks are checked': [TABLE, [LAYERS, 'names and keys that nobody knows, with their lines']],
  'S1-72 a schema for editors': [
    [SCHEMA, 'the schema for editors is the one the host checks with (npm run schema writes it anew)'],
    [SCHEMA, 'the file accepts what may be written and refuses what may not'],
  ],
  'S1-73 one schema for names and settings': [
    [SCHEMA, 'the schema for editors is the one the host checks with (npm run schema writes it anew)'],
  ],
  'S1-74 structured lines without secrets': [
    [LOG, 'JSON lines, in order, private'],
    [LOG, 'no secret reaches the file, wherever it stands'],
    [LOG, 'lines of a window are kept among its own, without the keys that only the host knows'],
    ['test/state/page-log.test.ts', 'holds no words of anybody unless that is asked for, and no key even then'],
  ],
  'S1-75 the documented lines': [
    [TODO, 'writes the documented lines with their figures'],
    [PLAN, 'is written to the log in the words of the documents'],
    [NOTICES, 'a recovery that breaks is told in the documented line, and is over'],
    [COMMANDS, 'writes the documented line, and advises against what waits'],
  ],
  'S1-76 a notice that fails breaks nothing': [[PIPELINE, 'a notice or a log that fails breaks nothing']],
  'S1-77 the interface of recovery': [
    [BY_CLASS, 'is told when the recovery itself breaks, and the refusal is what is shown'],
    [NOTICES, 'continuation stands still from the one callback to the other'],
  ],
  'S1-78 the documented notices, word by word': [
    [NOTICES, 'of %s stand for three seconds, word by word'],
    COUNTED,
    [
      'test/ui/features/conversation/context/step-toasts.test.tsx',
      'comes once for each step crossed upwards, in the documented words, and stands the longer the fuller it is',
    ],
  ],
  'S1-79 what the parts share': [MAPPED],
  'S1-80 a map of the files': [MAPPED, [MAP, 'names only what is there']],
};
