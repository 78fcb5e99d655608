import type { Protocol } from '#core/vendors/base/protocol.ts';

/** Anthropic has no embedding models (platform.claude.com, 2026-11). */
export type EmbeddingProtocol = Exclude<Protocol, 'anthropic'>;

export const canEmbed = (protocol: Protocol): protocol is EmbeddingProtocol => protocol !== 'anthropic';
