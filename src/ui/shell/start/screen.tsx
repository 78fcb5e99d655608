import { useEffect, useRef, type ReactNode } from 'react';
import { directionOf } from '#core/text-direction.ts';
import type { Language } from '#texts/languages.ts';
import { languageOfDevice } from '#ui/kit/theme/appearance.ts';
import css from './start-screen.module.css';

/** The language before there are settings. */
export const languageOfPage = (): Language => languageOfDevice(window);

/** The heading takes the focus, so that screen readers start at the top. */
export function Screen({ title, children }: { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const language = languageOfPage();
    Object.assign(document.documentElement, { lang: language, dir: directionOf(language) });
    heading.current?.focus();
  }, []);
  return (
    <main className={css['screen']}>
      <h1 ref={heading} className={css['title']} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </main>
  );
}

/** Shown while work is in progress and there is nothing to choose. */
export function Working({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <main className={css['screen']}>
      <div role="status">
        <h1 className={css['title']}>{title}</h1>
      </div>
      {children}
    </main>
  );
}

export function Details({ summary, text }: { summary: string; text: string }) {
  return (
    <details className={css['details']}>
      <summary>{summary}</summary>
      <pre>{text}</pre>
    </details>
  );
}
