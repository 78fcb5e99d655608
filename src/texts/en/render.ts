import type { RenderTexts } from '#archive/render/base/render-texts.ts';
import { alerts } from './alerts.ts';

const counted = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`;

export const render: RenderTexts = {
  lang: 'en',
  untitled: 'New chat',
  you: 'You',
  unknownModel: 'Unknown model',
  edited: 'Edited by you',
  automation: 'Baton, for you',
  order: 'Task from the model',
  summary: 'Summary',
  tool: 'Tool',

  created: 'Started',
  updated: 'Last message',
  models: 'Models',
  answers: (count) => counted(count, 'answer', 'answers'),
  instructions: 'Instructions',
  exported: 'Exported from Baton',
  omitted: 'Left out',
  leftThinking: 'thinking',
  leftTools: 'tool calls',
  leftBranches: (count) => counted(count, 'message in another branch', 'messages in other branches'),
  contents: 'Contents',
  message: (number) => `message ${number}`,

  thought: 'Thought',
  thoughtFor: (seconds) => `Thought for ${seconds} s`,
  thoughtHidden: 'This vendor doesn’t show the model’s thinking.',
  redacted: 'Thinking, encrypted by the vendor',
  args: 'Arguments',
  result: 'Result',
  emptyResult: 'No output.',
  noResult: 'No result',
  status: {
    ok: 'done',
    error: 'failed',
    crashed: 'no result',
    timeout: 'timed out',
    cancelled: 'stopped',
    interrupted: 'interrupted',
    denied: 'denied',
    unknown_tool: 'unknown tool',
    malformed: 'invalid arguments',
    not_run: 'not run',
  },
  decision: {
    once: 'Allowed once.',
    turn: 'Allowed for this run.',
    session: 'Allowed in this chat.',
    always: 'Always allowed.',
    deny: 'Denied.',
  },
  reason: (reason) => `Reason: ${reason}`,
  seconds: (seconds) => `${seconds} s`,
  shortened: (lines) => `Shortened: ${counted(lines, 'line', 'lines')} left out.`,
  vendorBlock: (kind) => `Vendor-specific block: ${kind}`,
  serverCall: (tool, asked, error) => {
    const did = { search: 'Searched the web', fetch: 'Read a page', code: 'Ran code', other: 'Used a tool' }[tool];
    return [asked === '' ? did : `${did}: ${asked}`, ...(error === null ? [] : [`failed: ${error}`])].join(' · ');
  },
  sources: 'Sources',
  pages: ({ from, to }) => (from === to ? `page ${from}` : `pages ${from}–${to}`),

  attachment: 'Attachment',
  attachments: 'files',
  picture: (number) => `Image ${number}`,
  madePicture: 'Image by the model',
  toolPicture: 'Image from the tool',
  from: (server) => `from ${server}`,
  removed: 'no longer stored',

  mode: (name) => `Options: ${name}`,
  modes: { search: 'search thoroughly', analyze: 'analyze first', ultrawork: 'keep going until it’s done' },
  level: (name) => `Thinking for this message: ${name}`,
  levels: { off: 'off', low: 'low', medium: 'medium', high: 'high' },
  contextFiles: (paths) => `Also sent to the model: ${paths}`,

  interrupted: 'This answer was interrupted.',
  stopped: 'This answer was stopped.',
  length: 'Hit the length limit.',
  refusal: 'The model declined to answer.',
  empty: 'The model returned an empty answer.',
  failed: 'The answer failed',
  errorStatus: (status) => `status ${status}`,
  errorRequest: (id) => `request ${id}`,

  summaryReplaces: (count) =>
    count === null
      ? 'Later requests send this instead of the messages above. They’re all still here.'
      : `Later requests send this instead of ${counted(count, 'message', 'messages')} above. They’re all still here.`,
  summaryUnused: 'Not used: the messages above are sent instead.',

  branches: 'Other branches',
  branchAfter: 'Another version, after',
  branchFirst: 'Another start of the conversation',
  branchHere: 'Another branch continues from here with',

  taskDone: 'Done',
  taskOpen: 'To do',
  notes: 'Notes',
  noteBack: 'Back to the text',
  alerts,
  image: 'Image',
};
