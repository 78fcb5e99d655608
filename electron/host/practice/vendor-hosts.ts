import type { Workshop } from './answer.ts';
import { handleAnthropic } from './wire/anthropic/handle.ts';
import { PLAIN_CHAT } from './wire/chat/dialects.ts';
import { handleChat } from './wire/chat/handle.ts';
import { handleGemini } from './wire/gemini/handle.ts';
import { handleResponses } from './wire/responses/handle.ts';

type Handle = (request: Request, path: string, workshop: Workshop) => Promise<Response>;

/** Which server answers under which name. `.invalid` never resolves: a request that escapes reaches nobody. */
export const VENDOR_HOSTS: ReadonlyMap<string, Handle> = new Map<string, Handle>([
  ['anthropic.practice.invalid', (request, path, workshop) => handleAnthropic(request, path, workshop)],
  ['gateway.practice.invalid', (request, path, workshop) => handleAnthropic(request, path, workshop, true)],
  ['openai.practice.invalid', handleResponses],
  ['chat.practice.invalid', (request, path, workshop) => handleChat(request, path, PLAIN_CHAT, workshop)],
  ['gemini.practice.invalid', handleGemini],
]);
