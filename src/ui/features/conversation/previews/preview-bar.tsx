import { ChevronLeft, ChevronRight, Copy, Download, Maximize2, Minimize2, X } from 'lucide-react';
import type { RefObject } from 'react';
import { IconButton } from '#ui/kit/controls/icon-button.tsx';
import { saveText } from '#ui/kit/files/save-text.ts';
import { useT } from '#ui/kit/i18n/use-t.ts';
import { useCopy } from '#ui/kit/toasts/use-copy.ts';
import type { Versions } from './use-versions.ts';
import css from './previews.module.css';

interface PreviewBarProps {
  heading: RefObject<HTMLHeadingElement | null>;
  title: string;
  /** The name to save it by. */
  file: string;
  text: string;
  versions: Versions;
  /** The conversation is out of reach. */
  covers: boolean;
  full: boolean;
  onFull: (full: boolean) => void;
  onClose: () => void;
}

/** What the document is, and what can be done with it. */
export function PreviewBar({ heading, title, file, text, versions, covers, full, onFull, onClose }: PreviewBarProps) {
  const t = useT('previews');
  const common = useT('common');
  const copy = useCopy();
  const { number, count, step } = versions;
  return (
    <header className={css['bar']}>
      <h2 aria-level={covers ? 1 : 2} ref={heading} tabIndex={-1} className={css['title']} title={title}>
        {title}
      </h2>
      {count > 1 && (
        <div className={css['versions']}>
          <IconButton
            small
            label={t('version.before')}
            icon={<ChevronLeft />}
            disabled={number === 1}
            onClick={() => step(-1)}
          />
          <span aria-label={t('version.of', { number, total: count })} role="img">
            {number}/{count}
          </span>
          <IconButton
            small
            label={t('version.after')}
            icon={<ChevronRight />}
            disabled={number === count}
            onClick={() => step(1)}
          />
        </div>
      )}
      <IconButton small label={t('copy')} icon={<Copy />} onClick={() => void copy(text)} />
      <IconButton small label={t('save')} icon={<Download />} onClick={() => saveText(text, file)} />
      <IconButton
        small
        label={t(full ? 'smaller' : 'full')}
        icon={full ? <Minimize2 /> : <Maximize2 />}
        className={css['grow']}
        onClick={() => onFull(!full)}
      />
      <IconButton small label={common('close')} icon={<X />} onClick={onClose} />
    </header>
  );
}
