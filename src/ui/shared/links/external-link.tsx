import type { MouseEvent, ReactNode } from 'react';
import { useOpenExternal } from './open-external.tsx';
import { vetUrl } from '#markdown/vet-url.ts';
import css from './external-link.module.css';

interface ExternalLinkProps {
  href: string;
  children: ReactNode;
  className?: string;
  title?: string;
  /** Its text doesn't say where it leads, so paper has to. */
  isNamed?: boolean;
}

/** The only link that leaves the app. An address that may not be opened is shown as plain text. */
export function ExternalLink({ href, children, className, title, isNamed }: ExternalLinkProps) {
  const open = useOpenExternal();
  const url = vetUrl(href);
  if (!url) return <span title={href}>{children}</span>;
  const ask = (event: MouseEvent) => {
    event.preventDefault();
    open(url.href);
  };
  return (
    <a
      className={className ?? css['link']}
      href={url.href}
      rel="noopener noreferrer"
      title={title ?? url.href}
      data-address={isNamed ? url.href : undefined}
      onClick={ask}
      onAuxClick={(event) => event.button === 1 && ask(event)}
    >
      {children}
    </a>
  );
}
