import { useCallback } from 'react';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { lazyModule, useLazyModule } from '#ui/kit/lazy-module.ts';
import type { ReasonId } from '#core/reasons.ts';

const module = lazyModule(() => import('#core/reasons.ts'));

/** A number that the language may write in its own way, or the text itself. */
const numberOr = (value: string): string | number => (String(Number(value)) === value ? Number(value) : value);

/**
 * Says one of Baton's own reasons in the user's language. Returns `null` for any other text, and as long as the reasons
 * are loading.
 */
export function useReason(): (text: string) => string | null {
  const t = useT('reasons');
  const reasons = useLazyModule(module, true);
  return useCallback(
    (text) => {
      // Every text has its own values, which come with its id.
      const say = t as (id: ReasonId, values: Readonly<Record<string, string | number>>) => string;
      const read = (one: string): string | null => {
        const withWords = readWithWords(one);
        if (withWords !== null) return withWords;
        const reason = reasons?.readReason(one) ?? null;
        if (reason === null) return null;
        const values = Object.entries(reason.values).map(([name, value]) => [name, read(value) ?? numberOr(value)]);
        return say(reason.id, Object.fromEntries(values) as Record<string, string | number>);
      };
      // A server's own last words follow the reason, each on a line of its own.
      const readWithWords = (one: string): string | null => {
        const end = one.indexOf('\n');
        const first = end < 0 ? null : read(one.slice(0, end));
        return first === null ? null : `${first} ${t('quote', { text: one.slice(end).trim() })}`;
      };
      return read(text);
    },
    [t, reasons],
  );
}

/** A reason in the user's language. Any other text is somebody else's, and stands in quotation marks. */
export function useReasonOrQuote(): (text: string) => string {
  const t = useT('reasons');
  const reason = useReason();
  return useCallback((text) => reason(text) ?? t('quote', { text }), [t, reason]);
}
