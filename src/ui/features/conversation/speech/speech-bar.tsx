import { Pause, Play, SkipBack, SkipForward, X } from 'lucide-react';
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type KeyboardEvent } from 'react';
import { textOf } from '#core/message-text.ts';
import { spokenSentences } from '#markdown/spoken-sentences.ts';
import type { StoredMessage } from '#storage/rows.ts';
import { useSpeechRate, useSpeechVoices } from '#ui/data/preferences.ts';
import { IconButton } from '#ui/kit/controls/icon-button.tsx';
import { Select } from '#ui/kit/controls/select.tsx';
import { useLanguage, useT } from '#ui/kit/i18n/use-t.ts';
import { useToast } from '#ui/kit/toasts/use-toast.ts';
import { useLatest } from '#ui/kit/use-latest.ts';
import { SpeechPlayer, type SpokenSentence } from './speech-player.ts';
import { spokenLanguage } from './spoken-language.ts';
import { baseOf, voicesFor } from './voices.ts';
import css from './speech-bar.module.css';

/** Windows calls a voice ‘Microsoft Heami - Korean (Korea)’. */
const BESIDE_NAME = /^Microsoft | - .*$/g;
const RATES = [0.75, 1, 1.25, 1.5, 1.75, 2];

interface SpeechBarProps {
  message: StoredMessage;
  onEnd: (hadFocus: boolean) => void;
}

/** Reads a message aloud, and shows where. */
export function SpeechBar({ message, onEnd }: SpeechBarProps) {
  const t = useT('speech');
  const toast = useToast();
  const language = useLanguage();
  const [rate, setRate] = useSpeechRate();
  const [chosen, setChosen] = useSpeechVoices();
  const own = [language, ...navigator.languages];
  const [sentences] = useState(() =>
    spokenSentences(textOf(message), { code: t('code'), formula: t('formula') }).map((text) => ({
      text,
      language: spokenLanguage(text, own),
    })),
  );
  const main = mainLanguage(sentences);
  const voicesOf = (tag: string) => {
    const voices = voicesFor(speechSynthesis.getVoices(), tag, own);
    const voice = voices.find(({ voiceURI }) => voiceURI === chosen[baseOf(tag)]) ?? voices[0];
    return { voices, voice };
  };
  const { voices, voice } = voicesOf(main);
  const bar = useRef<HTMLDivElement>(null);
  const end = () => onEnd(bar.current?.contains(document.activeElement) ?? false);

  const [player] = useState(() => new SpeechPlayer(speechSynthesis, sentences));
  const { index, paused } = useSyncExternalStore(player.subscribe, player.read);
  const beginRef = useLatest(() => {
    if (sentences.length === 0) toast({ title: t('nothing') });
    else if (!voice) toast({ tone: 'warning', title: t('noVoice', { language: nameOf(main, language) }) });
    else return player.play();
    end();
  });
  useLayoutEffect(() =>
    player.handle({
      utteranceFor(sentence) {
        const utterance = new SpeechSynthesisUtterance(sentence.text);
        // Never none: the browser would take one that speaks on a server.
        utterance.voice = voicesOf(sentence.language).voice ?? voice ?? null;
        utterance.lang = utterance.voice?.lang ?? sentence.language;
        utterance.rate = rate;
        return utterance;
      },
      onEnd: end,
      onError() {
        toast({ tone: 'warning', title: t('failed') });
        end();
      },
    }),
  );
  const choice = JSON.stringify([rate, chosen]);
  useEffect(() => player.choose(choice), [player, choice]);
  useEffect(() => {
    const stop = new AbortController();
    // The browser goes on reading when its page is gone.
    addEventListener('pagehide', () => player.stop(), { signal: stop.signal });
    beginRef.current();
    return () => {
      stop.abort();
      player.stop();
    };
  }, [player, beginRef]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    end();
  };
  const sentence = sentences[index];
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape works on each of its buttons
    <div ref={bar} className={css['bar']} role="group" aria-label={t('label')} onKeyDown={onKeyDown}>
      <span className={css['buttons']}>
        <IconButton
          small
          icon={paused ? <Play aria-hidden /> : <Pause aria-hidden />}
          label={t(paused ? 'resume' : 'pause')}
          onClick={() => (paused ? player.play() : player.pause())}
        />
        <IconButton
          small
          icon={<SkipBack aria-hidden />}
          label={t('back')}
          disabled={index === 0}
          onClick={() => player.skip(-1)}
        />
        <IconButton
          small
          icon={<SkipForward aria-hidden />}
          label={t('forward')}
          disabled={index + 1 >= sentences.length}
          onClick={() => player.skip(1)}
        />
      </span>
      <span className={css['sentence']} lang={sentence?.language} dir="auto">
        {sentence?.text}
      </span>
      <span className={css['choices']}>
        <span className={css['count']}>{t('at', { index: index + 1, of: sentences.length })}</span>
        <Select
          small
          labelHidden
          label={t('rate')}
          value={String(rate)}
          options={RATES.map((one) => ({ value: String(one), label: `${one.toLocaleString(language)}×` }))}
          onChange={(value) => setRate(Number(value))}
        />
        {voices.length > 1 && (
          <Select
            small
            labelHidden
            label={t('voice')}
            value={voice?.voiceURI ?? ''}
            options={voices.map(({ voiceURI, name }) => ({ value: voiceURI, label: name.replaceAll(BESIDE_NAME, '') }))}
            onChange={(uri) => setChosen({ ...chosen, [baseOf(main)]: uri })}
          />
        )}
        <IconButton small icon={<X aria-hidden />} label={t('stop')} onClick={end} />
      </span>
    </div>
  );
}

/** The language of most sentences. */
function mainLanguage(sentences: readonly SpokenSentence[]): string {
  const counts = new Map<string, number>();
  for (const { language } of sentences) counts.set(language, (counts.get(language) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 'en';
}

const nameOf = (tag: string, language: string): string =>
  new Intl.DisplayNames([language], { type: 'language' }).of(tag) ?? tag;
