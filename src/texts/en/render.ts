import type { RenderTexts } from '#archive/render/base/render-texts.ts';

const counted = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`;

export const render: RenderTexts = {
  lang: 'en',
  untitled: 'New chat',
  you: 'You',
  unknownModel: 'Unknown model',
  automation: 'Baton, in your place',
  order: 'Task from the model',
  summary: 'Summary',
  tool: 'Tool',

  created: 'Begun',
  updated: 'Last message',
  models: 'Models',
  answers: (count) => counted(count, 'answer', 'answers'),
  instructions: 'Instructions',
  exported: 'Exported from Baton',
  omitted: 'Left out',
  leftThinking: 'thinking',
  leftTools: 'tool calls',
  leftBranches: (count) => counted(count, 'message of another branch', 'messages of other branches'),
  contents: 'Contents',
  message: (number) => `message ${number}`,

  thought: 'Thought',
  thoughtFor: (seconds) => `Thought for ${seconds} s`,
  thoughtHidden: 'The vendor keeps the words to itself.',
  redacted: 'Thought, encrypted by the vendor',
  args: 'Arguments',
  result: 'Result',
  emptyResult: 'Nothing came back.',
  noResult: 'No result',
  status: {
    ok: 'done',
    error: 'failed',
    crashed: 'no result came',
    timeout: 'took too long',
    cancelled: 'stopped',
    interrupted: 'interrupted',
    denied: 'denied',
    unknown_tool: 'no such tool',
    malformed: 'arguments unreadable',
    not_run: 'not run',
  },
  decision: {
    once: 'Allowed once.',
    turn: 'Allowed for this run.',
    session: 'Allowed in this chat.',
    always: 'Allowed for good.',
    deny: 'Denied.',
  },
  reason: (reason) => `Reason: ${reason}`,
  seconds: (seconds) => `${seconds} s`,
  shortened: (lines) => `Shortened: ${counted(lines, 'line is', 'lines are')} not in this result.`,
  vendorBlock: (kind) => `Block of the vendor: ${kind}`,

  attachment: 'Attachment',
  attachments: 'files',
  picture: (number) => `Picture ${number}`,
  madePicture: 'Picture by the model',
  toolPicture: 'Picture from the tool',
  from: (server) => `from ${server}`,
  removed: 'not stored any more',

  mode: (name) => `Asked for besides: ${name}`,
  modes: { search: 'search thoroughly', analyze: 'analyze first', ultrawork: 'work it through to the end' },
  level: (name) => `Thinking for this message: ${name}`,
  levels: { off: 'off', low: 'low', medium: 'medium', high: 'high' },
  contextFiles: (paths) => `The model was also given: ${paths}`,

  interrupted: 'This answer was interrupted.',
  stopped: 'This answer was stopped.',
  length: 'Cut off at the longest length allowed.',
  refusal: 'The model declined to answer.',
  empty: 'The model ended without saying anything.',
  failed: 'The answer failed',
  errorStatus: (status) => `status ${status}`,
  errorRequest: (id) => `request ${id}`,

  summaryReplaces: (count) =>
    count === null
      ? 'In later requests this stands for the messages above. They are all still here.'
      : `In later requests this stands for ${counted(count, 'message', 'messages')} above. They are all still here.`,
  summaryUnused: 'Not used: the messages above are sent themselves.',

  branches: 'Other branches',
  branchAfter: 'Another version, after',
  branchFirst: 'Another beginning of the conversation',
  branchHere: 'From here another branch goes on with',

  taskDone: 'Done',
  taskOpen: 'To do',
  notes: 'Notes',
  noteBack: 'Back to the text',
  image: 'Image',
};
