import type { ServerToolKind } from '#core/server-tools/own-block.ts';
import type { CallDecision, CallStatus } from '#core/call-outcome.ts';
import type { Mode } from '#core/message-options.ts';
import type { ThinkingLevel } from '#core/model.ts';
import type { HtmlTexts } from '#markdown/to-html.ts';

/** Every text that is written around a conversation. The renderers don't contain any language. */
export interface RenderTexts extends HtmlTexts {
  lang: string;
  untitled: string;
  you: string;
  unknownModel: string;
  /** Author of an answer that the user edited. */
  edited: string;
  /** Label of messages that Baton wrote on the user's behalf. */
  automation: string;
  /** A task that a model gave to this conversation. */
  order: string;
  summary: string;
  tool: string;

  created: string;
  updated: string;
  models: string;
  answers: (count: number) => string;
  instructions: string;
  exported: string;
  omitted: string;
  leftThinking: string;
  leftTools: string;
  leftBranches: (count: number) => string;
  contents: string;
  message: (number: number) => string;

  thought: string;
  thoughtFor: (seconds: number) => string;
  thoughtHidden: string;
  redacted: string;
  args: string;
  result: string;
  emptyResult: string;
  noResult: string;
  status: Readonly<Record<CallStatus, string>>;
  decision: Readonly<Record<CallDecision['given'], string>>;
  reason: (reason: string) => string;
  seconds: (seconds: number) => string;
  shortened: (lines: number) => string;
  vendorBlock: (kind: string) => string;
  /** A tool that the vendor ran itself: what it was asked, and the vendor's word for a failure. */
  serverCall: (tool: ServerToolKind, asked: string, error: string | null) => string;
  sources: string;
  pages: (pages: { from: number; to: number }) => string;

  attachment: string;
  /** Appended to the name of a conversation: the folder of its files. */
  attachments: string;
  picture: (number: number) => string;
  madePicture: string;
  toolPicture: string;
  from: (server: string) => string;
  removed: string;

  mode: (name: string) => string;
  modes: Readonly<Record<Mode, string>>;
  level: (name: string) => string;
  levels: Readonly<Record<ThinkingLevel, string>>;
  contextFiles: (paths: string) => string;

  interrupted: string;
  stopped: string;
  length: string;
  refusal: string;
  empty: string;
  failed: string;
  errorStatus: (status: number) => string;
  errorRequest: (id: string) => string;

  /** `count` is `null` if it's unknown. */
  summaryReplaces: (count: number | null) => string;
  summaryUnused: string;

  branches: string;
  branchAfter: string;
  branchFirst: string;
  branchHere: string;
}
