import { Disclosure } from '#ui/kit/controls/disclosure.tsx';
import css from './raw-block.module.css';

/** A vendor block without a matching part type: shows its kind and, unfolded, its original content. */
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
