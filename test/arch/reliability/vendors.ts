import type { Proof } from '../test-titles.ts';

const CHAINS = 'test/vendors/chains.test.ts';
const SWITCHING = 'test/vendors/switching.test.ts';
const VECTORS = 'test/core/vectors.test.ts';
const WINDOW = 'test/core/window.test.ts';
const PAIRS = 'test/core/pair-calls.test.ts';
const FACADE = 'test/core/seed-functions.test.ts';
const CLAUDE = 'test/core/rules-anthropic.test.ts';
const OPENAI = 'test/core/rules-openai.test.ts';
const COMPATIBLE = 'test/core/rules-compatible.test.ts';
const GEMINI = 'test/core/rules-gemini.test.ts';
const RENDER = 'test/vendors/render-anthropic.test.ts';
const PARSE = 'test/vendors/parse-anthropic.test.ts';
const PARSE_CHAT = 'test/vendors/parse-chat.test.ts';
const FOLD = 'test/core/fold-stream.test.ts';
const SERVICES = 'test/vendors/services.test.ts';
const FAILURES = 'test/vendors/failures.test.ts';
const SCHEMA = 'test/core/adapt-schema.test.ts';
const MODELS = 'test/core/catalog.test.ts';
const CLASSES = 'test/core/classify-error.test.ts';
const MEDIA = 'test/core/tools-and-media.test.ts';
const LOGGED = 'test/flows/document-sentences.test.ts';
const LINT = 'test/core/lint-request.test.ts';
const REPAIRS = 'test/core/repairs.test.ts';
const DOORS = 'test/conformance/doors.test.ts';
const PACED_WRITES = 'test/storage/paced-writes.test.ts';
const ROUNDS = 'test/flows/agent/long-run.test.ts';
const LOG = 'test/ui/features/log/log-list.test.tsx';
const TODO = 'test/core/reliability/todo-continuation.test.ts';
const MAP: Proof = ['test/arch/architecture.test.ts', 'has a row in the table for every name of the documents'];

const HANDOFF: Proof = [
  'test/e2e/handoff.spec.ts',
  'Anthropic, OpenAI, Gemini and back with thinking: no refusal, own signatures byte-identical',
];
const THREE_VENDORS: Proof = [CHAINS, 'from %s: nothing refused, its own state comes back to it byte for byte'];
const BACK: Proof = [SWITCHING, '%s -> %s -> back: nothing refused, nothing opaque leaks, text kept'];
const CARRY_ON: Proof = [SWITCHING, '%s calls, %s carries on'];
const EVERY_CUT: Proof = [WINDOW, 'holds at every size and every cut of a tool workflow (S3-17)'];
const LONG_RUN: Proof = [ROUNDS, 'keeps goal, constraints and todos, is refused nowhere, and does not grow'];
const THINKING_FIRST: Proof = [VECTORS, 'claude-openloop-to-manual-claude: thinking is left out, not invented (A19)'];
const BLOCKS_IN_ORDER: Proof = [
  RENDER,
  'keeps blocks in their order and byte-exact, folds results and words into one user turn, results first',
];
const BROKEN_CHAINS: Proof = [LOGGED, 'tool chains that are not whole, to Anthropic'];
const PAIRED: Proof = [CLAUDE, 'A10, A11, A12: one message with every result first, what was said after them'];
const LINTED: Proof = [SERVICES, '%s sends nothing that its vendor would refuse'];
const IMMUTABLE: Proof = [
  'test/flows/immutability.test.ts',
  'no complete message ever changes or goes, and the conversation stays a tree that can go on',
];

/** The rows of the debug plan on thinking blocks. */
export const DEBUG_PLAN: Readonly<Record<string, readonly Proof[]>> = {
  'S2-01 the user asks for the top ten stories': [LONG_RUN],
  'S2-02 the answer thinks and calls tools': [
    [PARSE, 'tells thinking, redacted thinking, text and parallel calls in order, opaque strings byte-exact'],
  ],
  'S2-03 create_goal of the built-in planning server': [
    ['test/tools/page-servers.test.ts', 'offers its tools and keeps a plan over connections and windows'],
    LONG_RUN,
  ],
  'S2-04 the result is a message of its own': [BLOCKS_IN_ORDER],
  'S2-05 the next request is not refused': [
    [
      'test/practice/anthropic-thinking.test.ts',
      'must start with thinking, and a foreign loop goes on with thinking off',
    ],
    LONG_RUN,
  ],
  'S2-06 the format meets the rules of extended thinking': [THREE_VENDORS, LINTED],
  'S2-07 thinking comes first where the turn has some': [BLOCKS_IN_ORDER, THINKING_FIRST],
  'S2-08 the conversation continues after tool results': [LONG_RUN, CARRY_ON],
  'S2-09 no thinking is lost on the way': [
    HANDOFF,
    [CLAUDE, 'A22, A23: blocks go back as they came, redacted ones between them, none at the end'],
  ],
  'S2-10 what the searches were for: the rules of the format, as a table': [
    ['test/practice/coverage.test.ts', 'has its place in the table, and nothing else has'],
  ],
  'S2-11 hypothesis: the converter leaves thinking out': [BLOCKS_IN_ORDER],
  'S2-12 hypothesis: the store loses the field': [
    ['test/storage/blobs.test.ts', 'leave every other part as it is, byte for byte'],
    ['test/flows/durability.test.ts', 'is in storage within 250 ms, thinking, origin and all'],
  ],
  'S2-13 hypothesis: streaming loses it': [
    [FOLD, 'grows parts in order of their index and takes the finished ones whole'],
    ['test/vendors/byte-splits.test.ts', '%s, one byte at a time'],
  ],
  'S2-14 hypothesis: preparing the messages changes it': [
    ['test/core/opaque-state.test.ts', 'keeps whole pairs byte for byte'],
    IMMUTABLE,
  ],
  'S2-15 hypothesis: the window cuts it': [
    EVERY_CUT,
    ['test/core/opaque-state.test.ts', 'tells which blocks no longer fit: %s'],
  ],
  'S2-16 the five checks: type, parser, flow, other models, store': [
    [PARSE, 'tells thinking, redacted thinking, text and parallel calls in order, opaque strings byte-exact'],
    [RENDER, 'never sends thinking without a signature'],
    [PACED_WRITES, 'keeps every text durable within 250 ms, however it arrives and however slow the disk is'],
  ],
  'S2-17 a record of what was tried: the log, to be read and copied': [
    [LOG, 'are narrowed by level, event, conversation and words, together'],
    ['test/host/log-file.test.ts', 'JSON lines, in order, private'],
  ],
};

/** The rows of the plan on the tail of tool chains. */
export const TOOL_CHAINS: Readonly<Record<string, readonly Proof[]>> = {
  'S3-01 no refused pair after a switch to Anthropic': [BACK, EVERY_CUT],
  'S3-02 the window cuts no chain': [
    EVERY_CUT,
    [WINDOW, 'sends an agentic turn of sixty messages whole when the tokens allow it, and nothing before it'],
  ],
  'S3-03 the text of that error is known': [
    [CLASSES, 'knows the bare words of the documents: %s (S0-35 to S0-38, S1-25)'],
  ],
  'S3-04 nothing is called orphaned': [[LOGGED, 'a whole history needs one line, and calls nothing orphaned']],
  'S3-05 many calls at once and ids of one’s own': [
    [VECTORS, 'switch-gemini-noid-parallel-to-all: %s'],
    [VECTORS, 'switch-openai-composite-id-to-claude'],
  ],
  'S3-06 one plan for the window and the chains': [
    EVERY_CUT,
    [WINDOW, 'drops a late result together with its call, and says so'],
  ],
  'S3-07 what each vendor asks of a chain, as data': [
    [OPENAI, 'O1, O2: every call is answered at once, nothing answers a call that is not there'],
    [GEMINI, 'G3, G4: as many responses as calls, in one content of their own, in call order'],
    [COMPATIBLE, 'is one of the eleven that have a target here'],
  ],
  'S3-08 a window of whole turns that fits the model': [
    [WINDOW, 'moves in large steps and stays in between'],
    [WINDOW, 'leaves room for the answer, the system prompt and the tools'],
    [WINDOW, 'knows no limit for a model whose window nobody knows'],
  ],
  'S3-09 the cost of checking grows with the history and no faster': [
    [PAIRS, 'stays linear when one id is used for everything'],
    [PAIRS, 'stays linear on one round with thousands of calls and on thousands of orphans'],
  ],
  'S3-10 memory in long runs': [
    ['test/flows/request/load-history.test.ts', 'reads no more for a step when there are ten times as many before it'],
    LONG_RUN,
  ],
  'S3-11 the time until a request leaves': [
    ['test/core/validator-hook.test.ts', 'costs nobody anything: two hundred messages'],
    ['test/e2e/large.spec.ts', 'ten thousand messages open at once, scroll to the first, and stream'],
  ],
  'S3-12 no refusal from Gemini to Anthropic': [BACK, THREE_VENDORS],
  'S3-13 every call in the window has its result': [EVERY_CUT, PAIRED],
  'S3-14 what goes of a chain goes whole': [
    [WINDOW, 'drops a late result together with its call, and says so'],
    [VECTORS, 'aborted-tool-json, maxtokens-partial-call: %s'],
  ],
  'S3-15 the log tells what was done': [BROKEN_CHAINS],
  'S3-16 no tool error in any switch': [BACK, CARRY_ON],
  'S3-17 long work, cuts inside chains, all sizes, all forms': [EVERY_CUT, LONG_RUN, CARRY_ON],
  'S3-18 fixAnthropicToolCallChain': [
    [FACADE, 'keeps every parallel call that has its result, in order (X-10, X-13)'],
    [VECTORS, 'parallel-3-results-1-missing, result-out-of-order'],
  ],
  'S3-19 its sentences in the log, with their fields': [
    BROKEN_CHAINS,
    [LOGGED, 'are twenty at most for one thing, and the last one counts the rest'],
  ],
  'S3-20 selectMessagesWithinContext': [
    [FACADE, 'selects the newest exchanges in order (X-11) and always the newest'],
    [LOGGED, 'a window that leaves tool chains out, and a model nobody knows'],
  ],
  'S3-21 incomplete chains are found and repaired': [
    [VECTORS, 'orphan-result-at-window-start, window-cut-inside-group: the words stay'],
    [
      PAIRS,
      'gives no call a result that was stored before it or carries another id, and accounts for every result once',
    ],
  ],
  'S3-22 the check before the call, which mends instead of throwing': [
    [LINT, 'accepts a good body'],
    [REPAIRS, 'repairs what the linter finds, tells it, and asks for it to be kept'],
    [LOGGED, 'tell of pairs that the linter still found before the call, repaired or not'],
  ],
  'S3-23 what is used again: services, sanitizing, the stack of Gemini': [
    [SERVICES, 'sanitizes with the engine before anything is rendered'],
    [FACADE, 'gives Gemini a stack that begins and ends with the user'],
    MAP,
  ],
  'S3-24 a new vendor is rows of data, and nothing is computed twice without need': [
    [COMPATIBLE, 'is one of the eleven that have a target here'],
    [RENDER, 'renders a longer history as the same bytes plus more, cache markers aside'],
  ],
};

/** The rows of the plan on switching vendors. */
export const VENDORS: Readonly<Record<string, readonly Proof[]>> = {
  'S4-01 a history serves every vendor': [BACK, HANDOFF],
  'S4-02 Anthropic: thinking with its signature, calls': [BLOCKS_IN_ORDER],
  'S4-03 the OpenAI family: calls, no thinking of others': [
    [OPENAI, 'O10: no reasoning is ever sent'],
    [VECTORS, 'any-to-groq-no-extra-fields'],
  ],
  'S4-04 Gemini: calls and responses as parts': [
    [GEMINI, 'G3, G4: as many responses as calls, in one content of their own, in call order'],
  ],
  'S4-05 Fireworks is of the OpenAI family': [[COMPATIBLE, 'F4: ids that repeat in every turn become unique']],
  'S4-06 six vendors and more': [[COMPATIBLE, 'is one of the eleven that have a target here'], BACK],
  'S4-07 images and other content are kept': [
    [MEDIA, 'names an image a model cannot see, and sends a text file as text'],
    [RENDER, 'sends tools, system, files and a forbidden tool choice'],
  ],
  'S4-08 one converter': [BLOCKS_IN_ORDER],
  'S4-09 no dead code': [['test/arch/gates.test.ts', 'unused refuses a forgotten file']],
  'S4-10 a result without an id': [
    BROKEN_CHAINS,
    [VECTORS, 'switch-gemini-noid-parallel-to-all: %s'],
    ['test/arch/gates.test.ts', 'lint refuses any and a floating promise'],
  ],
  'S4-11 thinking where the model has it, in its own form': [
    [CLAUDE, 'A30: %s thinking %s has the effort %s'],
    [CLAUDE, 'A28: an answer of %i tokens thinks with %s'],
  ],
  'S4-12 content of several kinds, both ways': [
    [CLAUDE, 'A17: an error result holds text only, its image follows'],
    [GEMINI, 'G4: images of results follow in a content of their own'],
    [OPENAI, 'R10: images of results stay in the output'],
  ],
  'S4-13 several calls at once stay several calls': [
    PAIRED,
    [FACADE, 'keeps every parallel call that has its result, in order (X-10, X-13)'],
  ],
  'S4-14 what a model can do is data': [
    [MODELS, 'has each model once, with sane numbers and a date'],
    [MODELS, 'knows nothing about an unknown model that could hurt'],
  ],
  'S4-15 no refusal with extended thinking': [THREE_VENDORS],
  'S4-16 a switch with a history': [BACK],
  'S4-17 no field is lost': [
    IMMUTABLE,
    [SWITCHING, 'keeps own signatures of every vendor through a long mixed conversation'],
  ],
  'S4-18 strict types': [['test/arch/gates.test.ts', '%s refuses what its runtime does not have']],
  'S4-19 no error at run time, whatever the fields are': [
    [DOORS, 'compiles whatever JSON it is given as a history'],
    [FOLD, 'survives events in any order, and every part it shows is stable once shown twice'],
  ],
  'S4-20 the four ways of checking': [
    BACK,
    CARRY_ON,
    IMMUTABLE,
    [DOORS, 'compiles whatever JSON it is given as a history'],
  ],
  'S4-21 sanitizeMessagesForProvider': [
    [SERVICES, 'sanitizes with the engine before anything is rendered'],
    ['test/conformance/functions.test.ts', '%s answers whatever it is given, twice the same, and leaves it alone'],
  ],
  'S4-22 for Anthropic': [PAIRED, [CLAUDE, 'A15: arguments %s become an object']],
  'S4-23 for the OpenAI family': [
    [OPENAI, 'O10: no reasoning is ever sent'],
    [OPENAI, 'O6: content is never empty, and absent beside calls alone'],
  ],
  'S4-24 for Gemini': [[GEMINI, 'G12: what is not Google’s, of this model, or base64 is never sent']],
  'S4-25 a server that is none of them': [
    [OPENAI, 'O7: a compatible server knows no developer'],
    [DOORS, 'says what is wrong with an input, and goes on'],
  ],
  'S4-26 what is prepared before a stream': [
    [SERVICES, 'sanitizes with the engine before anything is rendered'],
    LINTED,
    MAP,
  ],
  'S4-27 sanitizeMessages, with window and check': [
    [SERVICES, 'sanitizes with the engine before anything is rendered'],
    LINTED,
  ],
  'S4-28 schemas of tools as each vendor takes them': [
    [SCHEMA, 'removes what Cerebras refuses, at every depth, but never a property of that name (C4, S4-28)'],
    [FACADE, 'converts tools without throwing on a bad one (8.6)'],
  ],
  'S4-29 errors of a stream': [
    [FAILURES, 'keeps what had arrived when the connection is reset'],
    [FAILURES, 'calls an unreadable stream malformed and keeps what had arrived'],
  ],
  'S4-30 reasoning of Groq': [
    [PARSE_CHAT, "finds Groq's reasoning and usage"],
    [COMPATIBLE, 'Q3: reasoning is asked for in its own field, never raw'],
  ],
  'S4-31 schemas of Cerebras': [[COMPATIBLE, 'C2, C4: a system role, and a schema of the strict subset']],
  'S4-32 vendors, abilities and kinds of messages can be added': [
    [COMPATIBLE, 'is one of the eleven that have a target here'],
    [MODELS, 'fills in what nobody knew'],
    ['test/core/vendor-blocks.test.ts', 'go back whole to where they were made'],
  ],
  'S4-33 messages that belong to no vendor': [BACK, IMMUTABLE],
};

/** Other names, files and fields that the documents mention. */
export const NAMES: Readonly<Record<string, readonly Proof[]>> = {
  'A-01 the functions of recovery': [
    [
      'test/flows/recovery-classes.test.ts',
      'costs one request and one toast, changes nothing stored, and is not met again',
    ],
    MAP,
  ],
  'A-02 the functions of the continuation': [[TODO, 'counts down two seconds in view and reminds once'], MAP],
  'A-03 the main session and those below it': [
    ['test/flows/agent/tasks.test.ts', 'gives %s its last answer, and is a conversation of its own below'],
  ],
  'A-04 the schemas of the configuration': [
    ['test/host/configuration/json-schema.test.ts', 'the file accepts what may be written and refuses what may not'],
  ],
  'A-05 toasts and calls of a session': [
    ['test/core/reliability/session-recovery.test.ts', 'of %s stand for three seconds, word by word'],
  ],
  'A-06 recovery and continuation, wired': [
    ['test/core/reliability/session-recovery.test.ts', 'continuation stands still from the one callback to the other'],
  ],
  'A-07 places in the code': [MAP],
  'A-08 the nodes of the diagrams': [
    [TODO, 'writes the documented lines with their figures'],
    [
      'test/flows/order-of-a-send.test.ts',
      'is stored, asked about, compiled and sent in the documented order, and nothing of it is stored changed',
    ],
  ],
  'A-09 files of the validator and of recovery': [MAP],
  'A-10 files of the other hooks': [MAP],
  'A-11 files of a chat client': [MAP],
  'A-12 fields of the lines about the window': [
    [LOGGED, 'a window that leaves tool chains out, and a model nobody knows'],
  ],
  'A-13 fields of the line about a broken chain': [
    [LOGGED, 'tell of pairs that the linter still found before the call, repaired or not'],
  ],
  'A-14 calls that wait and calls that are answered': [BROKEN_CHAINS],
  'A-15 inside the normalizer': [BROKEN_CHAINS, MAP],
  'A-16 a permanent error is not asked again': [[FAILURES, 'asks once and never again by itself, status %i']],
  'A-17 what a stream is prepared from': [MAP, LINTED],
  'A-18 what is known of a model': [[MODELS, 'has each model once, with sane numbers and a date']],
  'A-19 the surface of SessionHistoryContext': [
    ['test/state/page-hooks.test.tsx', 'is read and written through one door'],
  ],
  'A-20 the database': [['test/storage/upgrade.test.ts', 'is of a version that has its tables written down here']],
  'A-21 the planning tools': [
    ['test/tools/page-servers.test.ts', 'offers its tools and keeps a plan over connections and windows'],
  ],
  'A-22 classes of errors': [
    [CLASSES, 'goes by status and code: %j'],
    [CLASSES, 'means the same'],
  ],
  'A-23 limits and patience of the services': [
    ['test/flows/rules.test.ts', 'grows, is jittered, and ends after the fourth attempt'],
    [FAILURES, 'gives up after the idle time when one is asked for'],
  ],
};
