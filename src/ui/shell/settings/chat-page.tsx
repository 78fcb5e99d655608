import { useEffect, useState } from 'react';
import type { HostConfigState } from '#contract/config.ts';
import { useServices } from '#ui/data/services.ts';
import { Button } from '#ui/kit/controls/button.tsx';
import { Notice } from '#ui/kit/controls/notice.tsx';
import { Segmented } from '#ui/kit/controls/segmented.tsx';
import { Switch } from '#ui/kit/controls/switch.tsx';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { isMac } from '#ui/kit/keyboard/shortcut.ts';
import { ModelPicker } from '#ui/shared/models/model-picker.tsx';
import { useProblemMessage } from '#ui/shared/secrets/use-problem-message.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import {
  ASK_BEFORE_SWITCH,
  THINKING_LEVELS,
  useAskBeforeSwitch,
  useDefaultTarget,
  useDefaultThinking,
  usePreviews,
  useSeenHints,
  useSendKey,
  useShowThinking,
  useTitlesByModel,
} from '#ui/data/preferences.ts';
import { AboutMeSetting } from './about-me-setting.tsx';
import { DictationSetting } from './dictation-setting.tsx';
import { MaxMessagesSetting } from './max-messages-setting.tsx';
import { NotifySetting } from './notify-setting.tsx';
import { nearestSpeed, SPEED_NAMES, SPEEDS, type Speed } from './practice-speed.ts';
import { RunLimitSettings } from './run-limit-settings.tsx';
import { Setting } from '#ui/kit/controls/section.tsx';
import { useReasonOrQuote } from '#ui/shared/errors/use-reason.ts';
import css from './chat-page.module.css';

export function ChatPage() {
  const t = useT('settings');
  const models = useT('models');
  const [sendKey, setSendKey] = useSendKey();
  const [target, setTarget] = useDefaultTarget();
  const [thinking, setThinking] = useDefaultThinking();
  const [askSwitch, setAskSwitch] = useAskBeforeSwitch();
  const [showThinking, setShowThinking] = useShowThinking();
  const [previews, setPreviews] = usePreviews();
  const [titles, setTitles] = useTitlesByModel();
  const mod = isMac(navigator.platform) ? '⌘' : 'Ctrl';
  return (
    <>
      <AboutMeSetting />
      <Setting label={t('chat.sendKey')} hint={t(sendKey === 'enter' ? 'chat.sendEnterHint' : 'chat.sendModHint')}>
        <Segmented
          label={t('chat.sendKey')}
          value={sendKey}
          onChange={setSendKey}
          options={[
            { value: 'enter', label: t('chat.sendEnter') },
            { value: 'mod-enter', label: t('chat.sendMod', { mod }) },
          ]}
        />
      </Setting>
      <Setting label={t('chat.defaultModel')} hint={t('chat.defaultModelHint')}>
        <div className={css['model']}>
          <ModelPicker value={target} onChange={setTarget} />
          {target && (
            <Button small variant="quiet" onClick={() => setTarget(null)}>
              {t('chat.followLast')}
            </Button>
          )}
        </div>
      </Setting>
      <Setting label={t('chat.defaultThinking')} hint={t('chat.defaultThinkingHint')}>
        <Segmented
          label={t('chat.defaultThinking')}
          value={thinking}
          onChange={setThinking}
          options={THINKING_LEVELS.map((level) => ({ value: level, label: models(`thinking.${level}`) }))}
        />
      </Setting>
      <Setting label={t('chat.showThinking')} hint={t('chat.showThinkingHint')}>
        {(ids) => (
          <Switch checked={showThinking} onChange={setShowThinking} labelledBy={ids.label} describedBy={ids.hint} />
        )}
      </Setting>
      <Setting label={t('chat.titles')} hint={t('chat.titlesHint')}>
        {(ids) => <Switch checked={titles} onChange={setTitles} labelledBy={ids.label} describedBy={ids.hint} />}
      </Setting>
      <Setting label={t('chat.previews')} hint={t('chat.previewsHint')}>
        {(ids) => <Switch checked={previews} onChange={setPreviews} labelledBy={ids.label} describedBy={ids.hint} />}
      </Setting>
      <Setting label={t('chat.askSwitch')} hint={t('chat.askSwitchHint')}>
        <Segmented
          label={t('chat.askSwitch')}
          value={askSwitch}
          onChange={setAskSwitch}
          options={ASK_BEFORE_SWITCH.map((value) => ({ value, label: t(`chat.askSwitch.${value}`) }))}
        />
      </Setting>
      <DictationSetting />
      <MaxMessagesSetting />
      <RunLimitSettings />
      <NotifySetting />
      <HintsSetting />
      <PracticeSpeed />
    </>
  );
}

/** Explanations that were shown are shown again. */
function HintsSetting() {
  const t = useT('settings');
  const [seen, setSeen] = useSeenHints();
  const toast = useToast();
  return (
    <Setting label={t('chat.hints')} hint={t('chat.hintsHint')}>
      <Button
        small
        disabled={seen.length === 0}
        onClick={() => {
          setSeen([]);
          toast({ title: t('chat.hintsReset') });
        }}
      >
        {t('chat.hintsAgain')}
      </Button>
    </Setting>
  );
}

function PracticeSpeed() {
  const t = useT('settings');
  const say = useReasonOrQuote();
  const toast = useToast();
  const messageOf = useProblemMessage();
  const { host } = useServices();
  const [state, setState] = useState<HostConfigState | null>(null);
  const [error, setError] = useState<unknown>(null);

  useEffect(() => {
    let cancelled = false;
    host.config().then(
      (answer) => !cancelled && setState(answer),
      (failure: unknown) => !cancelled && setError(failure),
    );
    return () => {
      cancelled = true;
    };
  }, [host]);

  const choose = async (speed: Speed) => {
    try {
      setState(await host.putConfig({ practiceCharsPerSecond: SPEEDS[speed] }));
      return true;
    } catch (failure) {
      toast({ tone: 'danger', title: messageOf(failure) });
      return false;
    }
  };

  return (
    <>
      <Setting
        label={t('chat.practiceSpeed')}
        hint={`${t('chat.practiceSpeedHint')}${state ? ` ${state.config.practiceCharsPerSecond.toLocaleString()}` : ''}`}
      >
        <Segmented<Speed | ''>
          label={t('chat.practiceSpeed')}
          value={state ? nearestSpeed(state.config.practiceCharsPerSecond) : ''}
          onChange={(speed) => (speed === '' ? undefined : choose(speed))}
          options={SPEED_NAMES.map((name) => ({
            value: name,
            label: t(`chat.speed.${name}`),
            disabled: state === null,
          }))}
        />
      </Setting>
      {error !== null && <Notice tone="danger">{messageOf(error)}</Notice>}
      {state && state.warnings.length > 0 && (
        <Notice tone="warning" title={t('chat.configWarning')}>
          <ul>
            {state.warnings.map((warning) => (
              <li key={warning}>{say(warning)}</li>
            ))}
          </ul>
        </Notice>
      )}
    </>
  );
}
