import type { Connection } from '#contract/connection.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { VENDOR_LOOK } from '#ui/shared/vendors/vendor-look.ts';
import { VendorMark } from '#ui/shared/vendors/vendor-mark.tsx';
import { cssVars } from '#ui/kit/css-vars.ts';
import { lastAnswererOf } from '#ui/features/conversation/switch/last-answerer.ts';
import css from './thread-end.module.css';

interface ThreadEndProps {
  messages: readonly StoredMessage[];
  connection: Connection | null;
}

/** The loose end of the thread beside the message box, which shows the vendor it waits for. */
export function ThreadEnd({ messages, connection }: ThreadEndProps) {
  const holder = lastAnswererOf(messages);
  const vendor = connection?.vendor ?? null;
  const from = holder ? VENDOR_LOOK[holder.vendor].color : vendor ? VENDOR_LOOK[vendor].color : 'var(--line)';
  const to = vendor ? VENDOR_LOOK[vendor].color : 'var(--line-strong)';
  return (
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
  );
}
