import { useMemo, useState } from 'react';
import type { Connection } from '#contract/connection.ts';
import type { Origin } from '#core/vendor.ts';
import type { SessionTarget, StoredMessage } from '#storage/rows.ts';

/**
 * The origin of the answer in progress. The stored answer has it only once its first words are saved. Until then it is
 * the target chosen when the answer began, even if the user has chosen another one since.
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
