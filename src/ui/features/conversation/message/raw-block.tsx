import { Disclosure } from '#ui/kit/controls/disclosure.tsx';
import css from './raw-block.module.css';

/** A block that Baton has no part for: its kind, and unfolded what it holds, as it came. */
export function RawBlock({ kind, data }: { kind: string; data: string }) {
  return (
    <Disclosure summary={<span className={css['kind']}>{kind}</span>}>
      <pre className={css['data']}>{indented(data)}</pre>
    </Disclosure>
  );
}

function indented(data: string): string {
  try {
    return JSON.stringify(JSON.parse(data), null, 2);
  } catch {
    return data;
  }
}
