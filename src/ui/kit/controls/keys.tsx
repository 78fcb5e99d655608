import { isMac, keyLabels, keysFor, type Shortcut } from '#ui/kit/keyboard/shortcut.ts';
import css from './keys.module.css';

/** The keys of a shortcut, drawn as keycaps. Several presses are alternatives. */
export function Keys({ shortcut }: { shortcut: Shortcut }) {
  const mac = isMac(navigator.platform);
  return keyLabels(keysFor(shortcut, mac), mac).map((press) => (
    <kbd key={press.join('+')} className={css['keys']}>
      {press.map((label) => (
        <kbd key={label} className={css['key']}>
          {label}
        </kbd>
      ))}
    </kbd>
  ));
}
