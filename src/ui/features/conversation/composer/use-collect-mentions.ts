import type { Mention } from '#core/mentions/mention.ts';
import type { CollectedMentions } from '#flows/mentions/collect-mentions.ts';
import { useServices } from '#ui/data/services.ts';
import { useLanguage } from '#ui/kit/i18n/use-t.ts';

/** Reads what a text points at. */
export function useCollectMentions(
  sessionId: string,
): (text: string, mentions: readonly Mention[], signal: AbortSignal) => Promise<CollectedMentions> {
  const services = useServices();
  const language = useLanguage();
  return async (text, mentions, signal) => {
    const { collectForMessage } = await import('./collect-for-message.ts');
    return collectForMessage(services, sessionId, { text, mentions, language, signal });
  };
}
