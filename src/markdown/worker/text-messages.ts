import type { RootContent } from 'hast';
import type { WorkerPort, WorkerReply, WorkerRequest } from '#workers/worker-calls.ts';
import type { Block } from '../ast.ts';

/** Colored code in parts that one task can draw. */
export interface ColoredPart {
  text: string;
  nodes: RootContent[];
}

/** What the page asks a worker to do, because a text may make it take any time. */
export interface TextMethods {
  /** The blocks that the budget of a text allows. */
  read: { args: { text: string }; result: Block[]; progress: never };
  /** `null`: an unknown language, or more colors than the page draws. */
  highlight: { args: { language: string; code: string }; result: ColoredPart[] | null; progress: never };
}

export type TextRequest = WorkerRequest<TextMethods>;
export type TextReply = WorkerReply<TextMethods, string>;
export type TextPort = WorkerPort<TextRequest, TextReply>;
