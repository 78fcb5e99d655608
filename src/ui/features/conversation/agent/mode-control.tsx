import { Popover } from '@base-ui/react/popover';
import { BookOpen, Hand, NotebookPen, PencilLine } from 'lucide-react';
import { memo, useCallback } from 'react';
import { MODES, nextMode, type ApprovalMode } from '#core/agent/approval/decide-approval.ts';
import { useServices } from '#ui/data/services.ts';
import { MODE_SHORTCUTS } from '#ui/features/conversation/scene/chat-shortcuts.ts';
import { Choices } from '#ui/kit/controls/choices.tsx';
import { PopoverPanel } from '#ui/kit/controls/popover-panel.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { formatKeys, isMac, keysFor } from '#ui/kit/keyboard/shortcut.ts';
import { useShortcuts } from '#ui/kit/keyboard/use-shortcuts.ts';
import { useAsyncAction } from '#ui/shared/errors/use-async-action.ts';
import text from '#ui/kit/controls/text.module.css';
import css from './mode-control.module.css';

const ICONS: Readonly<Record<ApprovalMode, typeof Hand>> = {
  plan: NotebookPen,
  ask: Hand,
  edits: PencilLine,
  auto: BookOpen,
};

interface ModeControlProps {
  sessionId: string;
  mode: ApprovalMode;
}

/** What runs here without a question. In view beside the model while tools are on; a key changes it. */
export const ModeControl = memo(function ModeControl({ sessionId, mode }: ModeControlProps) {
  const t = useT('agent');
  const { flows } = useServices().agent;
  const attempt = useAsyncAction();
  const set = useCallback(
    (next: ApprovalMode) => void attempt(flows.setMode(sessionId, next)),
    [attempt, flows, sessionId],
  );
  useShortcuts(MODE_SHORTCUTS, () => set(nextMode(mode)));
  const mac = isMac(navigator.platform);
  const keys = formatKeys(keysFor(MODE_SHORTCUTS[0], mac), mac);
  const Icon = ICONS[mode];
  // Kept where it was chosen in an earlier version, and not offered anew.
  const options = mode === 'auto' ? [...MODES, mode] : MODES;
  return (
    <>
      <output className="visually-hidden" aria-live="polite">
        {t('mode.now', { mode: t(`mode.${mode}`) })}
      </output>
      <Popover.Root>
        <Popover.Trigger
          className={css['trigger']}
          aria-label={t('mode.now', { mode: t(`mode.${mode}`) })}
          title={`${t(`mode.${mode}Hint`)} (${keys})`}
          data-mode={mode}
        >
          <Icon aria-hidden />
          <span>{t(`mode.${mode}`)}</span>
        </Popover.Trigger>
        <PopoverPanel side="top" title={t('mode.label')}>
          <div className={css['panel']}>
            <Choices<ApprovalMode>
              label={t('mode.label')}
              value={mode}
              onChange={set}
              options={options.map((value) => ({ value, label: t(`mode.${value}`), body: t(`mode.${value}Hint`) }))}
            />
            <p className={text['quiet']}>{t('mode.outside')}</p>
            <p className={text['quiet']}>{t('mode.keys', { keys })}</p>
          </div>
        </PopoverPanel>
      </Popover.Root>
    </>
  );
});
