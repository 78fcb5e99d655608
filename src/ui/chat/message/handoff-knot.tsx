import { Popover } from '@base-ui/react/popover';
import { ArrowRight } from 'lucide-react';
import type { Origin } from '#core/vendor.ts';
import { useT } from '#ui/i18n/use-t.ts';
import { VENDOR_LOOK } from '#ui/vendors/vendor-look.ts';
import { VendorMark } from '#ui/vendors/vendor-mark.tsx';
import { useChatScene } from '../chat-context.ts';
import { cssVars } from '../css-vars.ts';
import { Knot } from './knot.tsx';
import css from './handoff-knot.module.css';

/** Where the conversation changed hands: from whom to whom, and what is known of it. */
export function HandoffKnot({ from, to }: { from: Origin; to: Origin }) {
  const t = useT('chat');
  const { describe } = useChatScene();
  const before = describe(from);
  const after = describe(to);
  const sameVendor = from.vendor === to.vendor;
  return (
    <div className={css['row']}>
      <Popover.Root>
        <Popover.Trigger
          className={css['trigger']}
          style={cssVars({ '--from': VENDOR_LOOK[from.vendor].color, '--to': VENDOR_LOOK[to.vendor].color })}
        >
          <Knot className={css['knot'] ?? ''} />
          <span className="visually-hidden">{t('handoff.label')} </span>
          <span className={css['from']}>{before.label}</span>
          <ArrowRight className={css['arrow']} aria-hidden />
          <span className="visually-hidden"> {t('handoff.to')} </span>
          <span className={css['to']}>{after.label}</span>
        </Popover.Trigger>
        <Popover.Portal>
          <Popover.Positioner
            className={css['positioner']}
            side="bottom"
            align="start"
            sideOffset={6}
            collisionPadding={8}
          >
            <Popover.Popup className={css['popup']}>
              <Popover.Title className={css['title']}>{t('handoff.title')}</Popover.Title>
              <dl className={css['facts']}>
                <dt>{t('handoff.from')}</dt>
                <dd>
                  <VendorMark vendor={from.vendor} practice={before.practice} />
                  {before.label}
                  <span className={css['source']}>{before.source}</span>
                </dd>
                <dt>{t('handoff.toTerm')}</dt>
                <dd>
                  <VendorMark vendor={to.vendor} practice={after.practice} />
                  {after.label}
                  <span className={css['source']}>{after.source}</span>
                </dd>
              </dl>
              <Popover.Description className={css['note']}>
                {sameVendor ? t('handoff.noteSameVendor') : t('handoff.note')}
              </Popover.Description>
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </div>
  );
}
