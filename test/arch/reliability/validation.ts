import type { Proof } from '../test-titles.ts';

const SEED = 'test/core/seed-functions.test.ts';
const VIEWS = 'test/conformance/functions.test.ts';
const HOOK = 'test/core/validator-hook.test.ts';
const CLASSES = 'test/core/classify-error.test.ts';
const RECOVERY = 'test/flows/recovery.test.ts';
const SWITCHES = 'test/flows/base/reliability.test.ts';
const CLAUDE = 'test/core/rules-anthropic.test.ts';
const THINKING = 'test/practice/anthropic-thinking.test.ts';
const RULES = 'test/practice/anthropic-rules.test.ts';
const VECTORS = 'test/core/vectors.test.ts';
const PATHS = 'test/storage/read-path.test.ts';
const ORDER = 'test/flows/order-of-a-send.test.ts';

const RECOVERED: Proof = [RECOVERY, 'is refused once, answered by a stricter request, and remembered'];
const ORDERED: Proof = [
  ORDER,
  'is stored, asked about, compiled and sent in the documented order, and nothing of it is stored changed',
];

/** The rows of the document on message validation, each with the tests that would fail without it. */
export const VALIDATION: Readonly<Record<string, readonly Proof[]>> = {
  // Purpose, place, flow.
  'S0-01 every request is checked and repaired before it leaves': [
    ['test/vendors/services.test.ts', 'sanitizes with the engine before anything is rendered'],
    ['test/core/practice-conversations.test.ts', 'are never refused'],
    ['test/vendors/switching.test.ts', '%s -> %s -> back: nothing refused, nothing opaque leaks, text kept'],
  ],
  'S0-02 prevention, recovery and room in the window are switched one by one': [
    [SWITCHES, 'a refusal is recovered from by the hook for its kind'],
    [SWITCHES, 'what a preventive rule leaves undone is repaired by the last check, and told as such'],
    ['test/flows/compaction.test.ts', 'is not made where it is switched off, nor below the threshold'],
  ],
  'S0-03 a stage between the store and the vendor’s form': [
    ['test/core/reliability/pipeline.test.ts', 'the documented order of the stages'],
    ORDERED,
  ],
  'S0-04 from the question over store, transform and check to the vendor': [ORDERED],
  'S0-05 what was not prevented is recovered from, once': [RECOVERED],
  'S0-06 no delay where it prevents, one more request where it recovers': [
    [HOOK, 'costs nobody anything: two hundred messages'],
    RECOVERED,
  ],
  'S0-07 four ways of recovery remain: results, empty content, thinking off, a full window': [
    RECOVERED,
    [
      'test/flows/recovery-classes.test.ts',
      'costs one request and one toast, changes nothing stored, and is not met again',
    ],
    [CLASSES, 'knows the bare words of the documents: %s (S0-35 to S0-38, S1-25)'],
  ],

  // The thinking validator.
  'S0-08 a factory that makes the transform': [[HOOK, 'answers with a new history and what it changed']],
  'S0-09 which models think': [[SEED, 'isExtendedThinkingModel(%s) is %s']],
  'S0-10 "thinking" in the name, or "-high" at its end': [[SEED, 'isExtendedThinkingModel(%s) is %s']],
  'S0-11 Claude Sonnet 4 and Opus 4': [[SEED, 'isExtendedThinkingModel(%s) is %s']],
  'S0-12 Claude 3, and nothing else': [[SEED, 'isExtendedThinkingModel(%s) is %s']],
  'S0-13 one table of thinking models': [[HOOK, 'an unknown Claude of a pattern thinks for the catalog too']],
  'S0-14 content is tools and text': [[SEED, 'hasContentParts counts tools and text, not thinking or markers']],
  'S0-15 thinking at the beginning': [[SEED, 'startsWithThinkingBlock looks at the first part only']],
  'S0-16 the nearest earlier thinking that says something': [
    [SEED, 'findPreviousThinkingContent walks back over answers and skips blank thinking'],
  ],
  'S0-17 put in front': [[SEED, 'prepends a marked part with the fixed id and leaves its input alone']],
  'S0-18 model, role, content, beginning, in this order': [
    [VIEWS, 'begin every answer on a thinking model with thinking, add nothing else, and are stable'],
    [SEED, 'validateThinking fills the view on thinking models only, once'],
  ],
  'S0-19 the model of this request': [[HOOK, 'goes by the model that is asked now, and else by the last question']],
  'S0-20 earlier thinking as it is, or the documented placeholder, and neither on the wire': [
    [SEED, 'validateThinking fills the view on thinking models only, once'],
    [SEED, 'what it makes never reaches Anthropic (X-01)'],
  ],
  'S0-21 a synthetic part with the fixed id': [
    [SEED, 'prepends a marked part with the fixed id and leaves its input alone'],
  ],
  'S0-22 classes of parts': [
    [SEED, 'hasContentParts counts tools and text, not thinking or markers'],
    [SEED, 'startsWithThinkingBlock looks at the first part only'],
    [SEED, 'messageHasContent ignores thinking, markers and blank text'],
  ],
  'S0-23 thinking of earlier turns goes back as it came': [
    [CLAUDE, 'A22, A23: blocks go back as they came, redacted ones between them, none at the end'],
    [
      'test/flows/agent/story.test.ts',
      'keeps thinking between the calls of fifty rounds byte for byte, and sends it back so',
    ],
  ],

  // Empty messages.
  'S0-24 what counts as content': [[SEED, 'messageHasContent ignores thinking, markers and blank text']],
  'S0-25 of one part': [[SEED, 'messageHasContent ignores thinking, markers and blank text']],
  'S0-26 of a message': [[VIEWS, 'blank words are no content, whatever they are made of']],
  'S0-27 empty messages are found and named': [[HOOK, 'names the answers that were empty, blank or only thought']],
  'S0-28 those with empty text': [
    [HOOK, 'names the answers that were empty, blank or only thought'],
    [SEED, 'writes into an empty text part instead of adding another'],
  ],
  'S0-29 those that only think': [
    [HOOK, 'names the answers that were empty, blank or only thought'],
    [VECTORS, 'empty-text, whitespace-text, thinking-only-turn-after-strip'],
  ],
  'S0-30 a synthetic text part': [
    [SEED, 'fills it in where two messages of one role would meet'],
    [VIEWS, 'hold no empty message, lose none that says something, and bring no two of a role together'],
  ],
  'S0-31 what Baton wrote is told from what the user wrote': [
    [
      'test/flows/agent/continue-plan.test.ts',
      'counts down, sends one reminder of its own, and gives up where nothing moves',
    ],
    [
      'test/e2e/continue-plan.spec.ts',
      'open todos are gone on with by themselves, as Baton and not as the user, until that is switched off',
    ],
  ],

  // Rules and errors.
  'S0-32 thinking comes first': [
    [THINKING, 'must start with thinking, and a foreign loop goes on with thinking off'],
    [VECTORS, 'claude-openloop-to-manual-claude: thinking is left out, not invented (A19)'],
  ],
  'S0-33 a message has content': [
    [CLAUDE, 'A4d, A6: %s still makes a request'],
    [RULES, '$rule: $name'],
  ],
  'S0-34 a call has a result': [
    [CLAUDE, 'A10, A11, A12: one message with every result first, what was said after them'],
    [RULES, '$rule: $name'],
  ],
  'S0-35 thinking_block_order': [[CLASSES, 'knows the bare words of the documents: %s (S0-35 to S0-38, S1-25)']],
  'S0-36 thinking_disabled_violation': [[CLASSES, 'knows the bare words of the documents: %s (S0-35 to S0-38, S1-25)']],
  'S0-37 tool_result_missing': [
    [CLASSES, 'knows the bare words of the documents: %s (S0-35 to S0-38, S1-25)'],
    RECOVERED,
  ],
  'S0-38 empty content': [[CLASSES, 'knows the bare words of the documents: %s (S0-35 to S0-38, S1-25)']],

  // Storage and shared parts.
  'S0-39 messages in their order': [[PATHS, 'equals the naive walk, page by page, for any tree']],
  'S0-40 parts in their order, inside the message': [
    ['test/storage/message-repository.test.ts', 'gives out places in order and moves the leaf with the last message'],
    ['test/storage/blobs.test.ts', 'leave every other part as it is, byte for byte'],
  ],
  'S0-41 found by key': [[PATHS, 'reads about a page of rows from a conversation of ten thousand']],
  'S0-42 text is added beside the log': [
    ['test/core/tools-and-media.test.ts', 'hide, shorten and close without touching what is stored'],
    RECOVERED,
  ],
  'S0-43 thinking is never added to the log': [ORDERED, [SEED, 'what it makes never reaches Anthropic (X-01)']],
  'S0-44 empty text is repaired beside the log': [ORDERED],
  'S0-45 thinking is taken out beside the log': [
    RECOVERED,
    ['test/flows/agent/long-run.test.ts', 'keeps goal, constraints and todos, is refused nowhere, and does not grow'],
  ],
  'S0-46 names of the store in one place': [
    ['test/storage/upgrade.test.ts', 'is of a version that has its tables written down here'],
  ],
  'S0-47 prevention, then the vendor, then recovery by class': [ORDERED, RECOVERED],
  'S0-48 one engine for both': [
    ['test/core/repairs.test.ts', 'leads to requests that the vendor’s rules accept, whatever was refused before'],
  ],
  'S0-49 prevention works on a copy, recovery beside the log': [
    ORDERED,
    [
      'test/flows/immutability.test.ts',
      'no complete message ever changes or goes, and the conversation stays a tree that can go on',
    ],
  ],
  'S0-50 the transform takes messages and leaves them alone': [
    [HOOK, 'answers with a new history and what it changed'],
    [VIEWS, '%s answers whatever it is given, twice the same, and leaves it alone'],
  ],
  'S0-51 what is experimental stands under "experimental"': [
    ['test/host/configuration/load-configuration.test.ts', 'are those of the documents, spelled out in their sample'],
  ],
};
