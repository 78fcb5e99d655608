import { Popover } from '@base-ui/react/popover';
import { BookOpen, Hand, NotebookPen, PencilLine } from 'lucide-react';
import { memo, useCallback, useEffect, useRef, useState } from 'react';
import { useStore } from 'zustand';
import { MODES, nextMode, type ApprovalMode } from '#core/agent/approval/decide-approval.ts';
import { useServices } from '#ui/data/services.ts';
import { MODE_SHORTCUTS } from '#ui/features/conversation/scene/chat-shortcuts.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Choices } from '#ui/kit/controls/choices.tsx';
import { PopoverPanel } from '#ui/kit/controls/popover-panel.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { formatKeys, isMac, keysFor } from '#ui/kit/keyboard/shortcut.ts';
import { useShortcuts } from '#ui/kit/keyboard/use-shortcuts.ts';
import { SandboxLine } from '#ui/shared/servers/sandbox-line.tsx';
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
  /** Chosen last. The key goes on from it, also before it is stored. */
  const latest = useRef(mode);
  useEffect(() => {
    latest.current = mode;
  }, [mode]);
  const set = useCallback(
    async (next: ApprovalMode) => {
      const before = latest.current;
      latest.current = next;
      const isSet = await attempt(flows.setMode(sessionId, next));
      if (!isSet && latest.current === next) latest.current = before;
      return isSet;
    },
    [attempt, flows, sessionId],
  );
  useShortcuts(MODE_SHORTCUTS, () => void set(nextMode(latest.current)));
  const mac = isMac(navigator.platform);
  const keys = formatKeys(keysFor(MODE_SHORTCUTS[0], mac), mac);
  const lapsed = useLapsed(sessionId, mode);
  const Icon = ICONS[mode];
  const label = t(lapsed ? 'mode.editsLapsed' : `mode.${mode}`);
  // Kept where it was chosen in an earlier version, and not offered anew.
  const options = mode === 'auto' ? [...MODES, mode] : MODES;
  return (
    <>
      <output className="visually-hidden" aria-live="polite">
        {t('mode.now', { mode: label })}
      </output>
      <Popover.Root>
        <Popover.Trigger
          className={css['trigger']}
          aria-label={t('mode.now', { mode: label })}
          title={`${t(`mode.${mode}Hint`)} (${keys})`}
          data-mode={mode}
        >
          <Icon aria-hidden />
          <span>{label}</span>
        </Popover.Trigger>
        <PopoverPanel side="top" title={t('mode.label')}>
          <div className={css['panel']}>
            {lapsed && (
              <div className={css['lapsed']}>
                <p className={text['warn']}>{t('mode.lapsed')}</p>
                <Button small onClick={() => void set('edits')}>
                  {t('mode.again')}
                </Button>
              </div>
            )}
            <Choices<ApprovalMode>
              label={t('mode.label')}
              value={mode}
              onChange={set}
              options={options.map((value) => ({ value, label: t(`mode.${value}`), body: t(`mode.${value}Hint`) }))}
            />
            <p className={text['quiet']}>{t('mode.outside')}</p>
            <SandboxLine />
            <p className={text['quiet']}>{t('mode.keys', { keys })}</p>
          </div>
        </PopoverPanel>
      </Popover.Root>
    </>
  );
});

/** Whether the host no longer knows that edits were accepted here, such as after a restart without a keychain. */
function useLapsed(sessionId: string, mode: ApprovalMode): boolean {
  const { flows } = useServices().agent;
  const [lapsed, setLapsed] = useState(false);
  // The host answers anew after each change of what is allowed.
  const permissions = useStore(useServices().mcp.servers.store, (state) => state.permissions);
  useEffect(() => {
    if (mode !== 'edits') return undefined;
    let cancelled = false;
    const settle = (next: boolean) => !cancelled && setLapsed(next);
    flows.folders(sessionId).then(
      ({ edits }) => settle(!edits),
      // Without the host nothing runs at all.
      () => settle(false),
    );
    return () => {
      cancelled = true;
      setLapsed(false);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- read anew when what is allowed has changed
  }, [flows, sessionId, mode, permissions]);
  return lapsed && mode === 'edits';
}
