import { handleAnthropic } from './anthropic/handle.ts';
import { COMPATIBLE_DIALECTS } from './chat/compatible-dialects.ts';
import { OPENAI_CHAT, PRACTICE_DIALECT } from './chat/dialects.ts';
import { handleChat } from './chat/handle.ts';
import { handleOpenAIEmbeddings } from './embeddings/handle-openai.ts';
import { handleGemini } from './gemini/handle.ts';
import { handleOllama } from './ollama/handle.ts';
import { handleRegistry } from './registry/handle.ts';
import { OPENAI_RESPONSES, XAI_RESPONSES } from './responses/dialect.ts';
import { handleResponses } from './responses/handle.ts';
import { handleOpenAITranscription } from './transcription/handle-openai.ts';
import type { Workshop } from './wire/answer.ts';

type Handle = (request: Request, path: string, workshop: Workshop) => Promise<Response>;

const PRACTICE_EMBEDDING = 'practice-embedding';
/** By vendor, beside the practice model. The others have no embeddings. */
const EMBEDDING_MODELS: Readonly<Record<string, readonly string[]>> = {
  openai: ['text-embedding-3-small', 'text-embedding-3-large'],
  chat: [],
  mistral: ['mistral-embed'],
  ollama: ['nomic-embed-text', 'bge-m3', 'embeddinggemma'],
};

const PRACTICE_TRANSCRIPTION = 'practice-transcription';
/** By vendor, beside the practice model. The others write no speech down. */
const TRANSCRIPTION_MODELS: Readonly<Record<string, readonly string[]>> = {
  openai: ['gpt-transcribe'],
  chat: [],
  groq: ['whisper-large-v3-turbo', 'whisper-large-v3'],
  mistral: ['voxtral-mini-latest'],
};

/** A vendor with the requests beside answers that it has models for. */
function withOtherWork(id: string, handle: Handle): Handle {
  const [embedding, transcription] = [EMBEDDING_MODELS[id], TRANSCRIPTION_MODELS[id]];
  return (request, path, workshop) => {
    const isPost = request.method === 'POST';
    if (embedding && isPost && path.endsWith('/embeddings'))
      return handleOpenAIEmbeddings(request, [PRACTICE_EMBEDDING, ...embedding]);
    if (transcription && isPost && path.endsWith('/audio/transcriptions'))
      return handleOpenAITranscription(request, [PRACTICE_TRANSCRIPTION, ...transcription]);
    return handle(request, path, workshop);
  };
}

/** One host with several APIs, like api.openai.com. */
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
  ['openai.practice.invalid', withOtherWork('openai', openai)],
  [
    'chat.practice.invalid',
    withOtherWork('chat', (request, path, workshop) => handleChat(request, path, PRACTICE_DIALECT, workshop)),
  ],
  ['gemini.practice.invalid', handleGemini],
  // No vendor, but a registry of MCP servers.
  ['registry.practice.invalid', handleRegistry],
  ['gateway.practice.invalid', (request, path, workshop) => handleAnthropic(request, path, workshop, true)],
  ['xai.practice.invalid', (request, path, workshop) => handleResponses(request, path, XAI_RESPONSES, workshop)],
  ...COMPATIBLE_DIALECTS.map((dialect): [string, Handle] => [
    `${dialect.id}.practice.invalid`,
    withOtherWork(dialect.id, (request, path, workshop) =>
      dialect.id === 'ollama' && path.startsWith('/api/')
        ? handleOllama(request, path, workshop)
        : handleChat(request, path, dialect, workshop),
    ),
  ]),
]);
