import { handleAnthropic } from './anthropic/handle.ts';
import { COMPATIBLE_DIALECTS } from './chat/compatible-dialects.ts';
import { OPENAI_CHAT, PRACTICE_DIALECT } from './chat/dialects.ts';
import { handleChat } from './chat/handle.ts';
import { handleGemini } from './gemini/handle.ts';
import { OPENAI_RESPONSES, XAI_RESPONSES } from './responses/dialect.ts';
import { handleResponses } from './responses/handle.ts';
import type { Workshop } from './wire/answer.ts';

type Handle = (request: Request, path: string, workshop: Workshop) => Promise<Response>;

/** One host with two APIs, like api.openai.com. */
const openai: Handle = (request, path, workshop) =>
  path.endsWith('/chat/completions')
    ? handleChat(request, path, OPENAI_CHAT, workshop)
    : handleResponses(request, path, OPENAI_RESPONSES, workshop);

/**
 * The server behind each host name. `.invalid` never resolves, so a request that escapes reaches nothing. The first
 * four are Baton's practice connections; the others are for trying out what the engine sends to their vendors.
 */
export const VENDOR_HOSTS: ReadonlyMap<string, Handle> = new Map<string, Handle>([
  ['anthropic.practice.invalid', (request, path, workshop) => handleAnthropic(request, path, workshop)],
  ['openai.practice.invalid', openai],
  ['chat.practice.invalid', (request, path, workshop) => handleChat(request, path, PRACTICE_DIALECT, workshop)],
  ['gemini.practice.invalid', handleGemini],
  ['gateway.practice.invalid', (request, path, workshop) => handleAnthropic(request, path, workshop, true)],
  ['xai.practice.invalid', (request, path, workshop) => handleResponses(request, path, XAI_RESPONSES, workshop)],
  ...COMPATIBLE_DIALECTS.map((dialect): [string, Handle] => [
    `${dialect.id}.practice.invalid`,
    (request, path, workshop) => handleChat(request, path, dialect, workshop),
  ]),
]);
