import css from './shown-lines.module.css';

export interface ShownLine {
  label: string;
  text: string;
  warn?: boolean;
}

/** Every word that decides what runs, one per line, with nothing shortened or hidden. */
export function ShownLines({ lines }: { lines: readonly ShownLine[] }) {
  return (
    <dl className={css['lines']}>
      {numbered(lines).map(({ key, line: { label, text, warn } }) => (
        <div key={key} className={css['line']} data-warn={warn || undefined}>
          <dt>{label}</dt>
          <dd className="mono">{text === '' ? '""' : text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Lines may repeat, so the key includes the position among equal lines. */
function numbered(lines: readonly ShownLine[]): { key: string; line: ShownLine }[] {
  const seen = new Map<string, number>();
  return lines.map((line) => {
    const name = `${line.label} ${line.text}`;
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return { key: `${name} ${count}`, line };
  });
}
