import type { ReactNode } from 'react';
import css from './tag.module.css';

export function Tag({ children }: { children: ReactNode }) {
  return <span className={css['tag']}>{children}</span>;
}
