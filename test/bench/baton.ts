import { ListStart, SplitList } from '#core/list-start.ts';
import type { HistoryMessage } from '#core/message.ts';
import type { Overlay, Target } from '#core/request.ts';
import type { StreamEvent } from '#core/stream-event.ts';
import { loadService } from '#vendors/registry.ts';
import type { Library } from './library.ts';

interface Baton extends Library {
  prepare(
    target: Target,
  ): (
    history: readonly HistoryMessage[] | SplitList<HistoryMessage>,
    overlays?: readonly Overlay[],
  ) => () => Promise<void>;
}

/** Baton's own services, called like a flow calls them. */
export async function loadBaton(): Promise<Baton> {
  const deps = { fetch: (input: string | URL | Request, init?: RequestInit) => globalThis.fetch(input, init) };
  const [anthropic, responses, chat, gemini, ollama] = await Promise.all([
    loadService('anthropic', deps),
    loadService('openai-responses', deps),
    loadService('openai-chat', deps),
    loadService('gemini', deps),
    loadService('ollama', deps),
  ]);
  const services = { anthropic, 'openai-responses': responses, 'openai-chat': chat, gemini, ollama };
  return {
    name: 'Baton',
    prepare: (target) => {
      const service = services[target.model.protocol];
      let path = ListStart.of<HistoryMessage>();
      // As a flow does, which remembers the path of the last request.
      const pathOf = (given: readonly HistoryMessage[]): SplitList<HistoryMessage> => {
        path = path.isStartOf(given) ? path.with(given.slice(path.length)) : ListStart.of(given);
        return new SplitList(path, []);
      };
      return (given, overlays = []) => {
        const history = given instanceof SplitList ? given : pathOf(given);
        return async () => {
          let known = service.advance(history, overlays, target);
          while (known !== null) known = service.advance(history, overlays, target, { from: known });
          const { request, report } = service.sanitizeMessages(history, overlays, target);
          if (report.problem) throw new Error(report.problem.message);
          let end: StreamEvent | undefined;
          const { digest, stream } = service.prepare(request, target);
          // A flow stores it before the request is sent.
          if (digest === '') throw new Error('no digest');
          for await (const event of stream(new AbortController().signal)) end = event;
          if (end?.type === 'end' && end.error) throw new Error(end.error.message);
        };
      };
    },
  };
}
