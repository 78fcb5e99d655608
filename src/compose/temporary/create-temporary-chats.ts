import type { Services } from '#ui/data/services.ts';
import { createTemporaryStore, type TemporaryChats } from '#ui/data/temporary-chats.ts';
import type { EngineParts } from '../open-engine.ts';
import type { OpenTemporaryChat } from './open-temporary.ts';

/** Everything that a temporary chat needs is loaded when one begins. */
export function createTemporaryChats(parts: EngineParts, page: () => Services): TemporaryChats {
  const store = createTemporaryStore();
  let open: OpenTemporaryChat | null = null;
  let isKept = false;
  let beginning: Promise<void> | null = null;

  function end(): void {
    const ending = open;
    open = null;
    store.setState({ chat: null });
    ending?.end().catch(parts.reporting.problems.add);
  }

  return {
    store,
    begin(target) {
      if (open) return Promise.resolve();
      const begin = async () => {
        const { openTemporary } = await import('./open-temporary.ts');
        isKept = false;
        open = await openTemporary(parts, page(), target);
        store.setState({ chat: { sessionId: open.sessionId, services: open.services } });
      };
      beginning ??= begin().finally(() => {
        beginning = null;
      });
      return beginning;
    },
    hasContent: async () => !isKept && ((await open?.hasContent()) ?? false),
    async keep() {
      if (!open) throw new Error('there is no temporary chat');
      const { sessionId } = open;
      await open.keep();
      isKept = true;
      return sessionId;
    },
    end,
  };
}
