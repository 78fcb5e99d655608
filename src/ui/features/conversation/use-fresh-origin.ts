import { useMemo, useState } from 'react';
import type { Connection } from '#contract/connection.ts';
import type { Origin } from '#core/vendor.ts';
import type { SessionTarget, StoredMessage } from '#storage/rows.ts';

/**
 * Who was asked for the answer that is on its way. The stored answer says so itself only once its first words are saved;
 * until then it is what was chosen when it began, whatever is chosen meanwhile for the next one.
 */
export function useFreshOrigin(
  messages: readonly StoredMessage[],
  target: SessionTarget | null,
  connection: Connection | null,
): Origin | null {
  const chosen = useMemo<Origin | null>(
    () =>
      target && connection ? { vendor: connection.vendor, model: target.model, endpoint: connection.baseUrl } : null,
    [target, connection],
  );
  const waiting = messages.findLast((message) => message.status === 'streaming' && !message.origin)?.id ?? null;
  const [asked, setAsked] = useState<{ id: string | null; origin: Origin | null }>({ id: null, origin: null });
  if (waiting !== asked.id && (waiting === null || chosen !== null)) setAsked({ id: waiting, origin: chosen });
  return waiting === asked.id ? asked.origin : chosen;
}
