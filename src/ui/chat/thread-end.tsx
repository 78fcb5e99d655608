import type { Connection } from '#contract/connection.ts';
import type { Model } from '#core/model.ts';
import type { SessionTarget, StoredMessage } from '#storage/rows.ts';
import { useT } from '#ui/i18n/use-t.ts';
import { VENDOR_LOOK } from '#ui/vendors/vendor-look.ts';
import { VendorMark } from '#ui/vendors/vendor-mark.tsx';
import { cssVars } from './css-vars.ts';
import { useOriginFacts } from './use-origin-facts.ts';
import css from './thread-end.module.css';

interface ThreadEndProps {
  messages: readonly StoredMessage[];
  target: SessionTarget | null;
  connection: Connection | null;
  model: Model | null;
}

/** The loose end of the thread beside the message box: whose hand it waits for. A change of hands is told before it happens. */
export function ThreadEnd({ messages, target, connection, model }: ThreadEndProps) {
  const t = useT('chat');
  const describe = useOriginFacts();
  const holder = messages.findLast((message) => message.origin)?.origin ?? null;
  const vendor = connection?.vendor ?? null;
  const changes =
    holder !== null &&
    target !== null &&
    connection !== null &&
    (holder.model !== target.model || holder.endpoint !== connection.baseUrl);
  const from = holder ? VENDOR_LOOK[holder.vendor].color : vendor ? VENDOR_LOOK[vendor].color : 'var(--line)';
  const to = vendor ? VENDOR_LOOK[vendor].color : 'var(--line-strong)';
  return (
    <>
      <span
        className={css['end']}
        style={cssVars({ '--from': from, '--to': to })}
        data-begun={messages.length > 0 || undefined}
        aria-hidden
      >
        <span className={css['node']}>
          <VendorMark vendor={vendor} practice={connection?.practice ?? false} size="0.8125rem" />
        </span>
      </span>
      {changes && (
        <p className={css['changes']}>
          {t('handoff.next', { from: describe(holder).label, to: model?.label ?? target.model })}
        </p>
      )}
    </>
  );
}
