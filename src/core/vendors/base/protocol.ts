/** The wire form of an endpoint. */
export const PROTOCOLS = ['anthropic', 'openai-responses', 'openai-chat', 'gemini', 'ollama'] as const;

export type Protocol = (typeof PROTOCOLS)[number];

/** How a key is sent. `none`: there is no key. `api-key` is the header of Azure. */
export type Auth = 'x-api-key' | 'x-goog-api-key' | 'api-key' | 'bearer' | 'none';

/** How a server that is known only by its protocol takes a key. */
export const PROTOCOL_AUTH: Readonly<Record<Protocol, Exclude<Auth, 'none'>>> = {
  anthropic: 'x-api-key',
  gemini: 'x-goog-api-key',
  'openai-responses': 'bearer',
  'openai-chat': 'bearer',
  ollama: 'bearer',
};
