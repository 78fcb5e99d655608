import { useState, type KeyboardEvent } from 'react';
import type { DesktopPatch, DesktopState } from '#contract/desktop.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Section, Setting } from '#ui/kit/controls/section.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { formatKeys, isMac } from '#ui/kit/keyboard/shortcut.ts';
import { readShortcut, toKeys } from './accelerator.ts';
import css from './system-page.module.css';

/** Opens the quick window from outside (electron/shell/links.ts). */
const LINK = 'baton://quick';

interface QuickSectionProps {
  state: DesktopState;
  onChange: (patch: DesktopPatch) => void;
}

/** The global shortcut of the quick window. */
export function QuickSection({ state: { settings, quick }, onChange }: QuickSectionProps) {
  const t = useT('system');
  const mac = isMac(navigator.platform);
  const shown = (accelerator: string) => formatKeys(toKeys(accelerator), mac);
  const { quickShortcut } = settings;
  const choose = (accelerator: string | null) => onChange({ quickShortcut: accelerator });
  const hints = { off: 'quickOff', on: 'quickOn', taken: 'quickTaken', unavailable: 'quickWayland' } as const;
  return (
    <Section title={t('quick')} intro={t('quickIntro')}>
      <Setting label={t('quickShortcut')} hint={<span role="status">{t(hints[quick.state])}</span>}>
        {(ids) => (
          <div className={css['shortcut']}>
            {quickShortcut !== null && <kbd>{shown(quickShortcut)}</kbd>}
            {quick.state === 'unavailable' ? (
              <code>xdg-open {LINK}</code>
            ) : (
              <Recorder mac={mac} changes={quickShortcut !== null} describedBy={ids.hint} onChoose={choose} />
            )}
            {quick.state === 'taken' && (
              <Button small onClick={() => choose(quickShortcut)}>
                {t('quickAgain')}
              </Button>
            )}
            {quickShortcut !== null && (
              <Button small variant="quiet" onClick={() => choose(null)}>
                {t('quickRemove')}
              </Button>
            )}
            {quick.suggestions.map((one) => (
              <Button key={one} small variant="quiet" onClick={() => choose(one)}>
                {t('quickUse', { keys: shown(one) })}
              </Button>
            ))}
          </div>
        )}
      </Setting>
    </Section>
  );
}

interface RecorderProps {
  mac: boolean;
  /** There is a shortcut already. */
  changes: boolean;
  describedBy: string;
  onChoose: (accelerator: string) => void;
}

/** Takes the next keys that are pressed. Tab and leaving the button end it, so nobody is caught in it. */
function Recorder({ mac, changes, describedBy, onChoose }: RecorderProps) {
  const t = useT('system');
  const [recording, setRecording] = useState(false);
  const [weak, setWeak] = useState(false);
  const record = (on: boolean) => {
    setRecording(on);
    setWeak(false);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!recording || event.key === 'Tab') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 'Escape') {
      record(false);
      return;
    }
    const pressed = readShortcut(event.nativeEvent, mac);
    setWeak(pressed.kind === 'weak');
    if (pressed.kind !== 'shortcut') return;
    record(false);
    onChoose(pressed.accelerator);
  };
  return (
    <>
      <Button
        small
        aria-pressed={recording}
        aria-describedby={describedBy}
        onClick={() => record(true)}
        onBlur={() => record(false)}
        onKeyDown={onKeyDown}
        onKeyUp={(event) => recording && event.preventDefault()}
      >
        {recording ? t('quickPress') : changes ? t('quickChange') : t('quickChoose')}
      </Button>
      {weak && <span role="alert">{t(mac ? 'quickModifierMac' : 'quickModifier')}</span>}
    </>
  );
}
