import type { Protocol } from '#core/vendors/base/protocol.ts';
import type { AIService, ServiceDeps } from './base/base-ai-service.ts';

type Load = (deps: ServiceDeps) => Promise<AIService>;

/** Each SDK is a separate chunk, loaded with the first request to a vendor that needs it. */
const LOADERS: Readonly<Record<Protocol, Load>> = {
  anthropic: async (deps) => new (await import('./anthropic/anthropic-service.ts')).AnthropicService(deps),
  'openai-responses': async (deps) =>
    new (await import('./openai/responses/responses-service.ts')).ResponsesService(deps),
  'openai-chat': async (deps) => new (await import('./openai/chat/chat-service.ts')).ChatService(deps),
  ollama: async (deps) => new (await import('./ollama/ollama-service.ts')).OllamaService(deps),
  gemini: async (deps) => new (await import('./gemini/gemini-service.ts')).GeminiService(deps),
};

const loaded = new WeakMap<ServiceDeps, Map<Protocol, Promise<AIService>>>();

/** Returns the service for a protocol, one per `deps` object. A failed load (a chunk that didn't arrive) is retried. */
export function loadService(protocol: Protocol, deps: ServiceDeps): Promise<AIService> {
  const services = loaded.get(deps) ?? new Map<Protocol, Promise<AIService>>();
  loaded.set(deps, services);
  const cached = services.get(protocol);
  if (cached) return cached;
  const service = LOADERS[protocol](deps);
  services.set(protocol, service);
  service.catch(() => services.delete(protocol));
  return service;
}
