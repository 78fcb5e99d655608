/** Two threads tied: one ends and the other continues. Colors come from `--from` and `--to`. */
export function Knot({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 20 20" className={className} fill="none" strokeWidth="2" strokeLinecap="round" aria-hidden>
      <path d="M10 0C10 5 15.5 5.2 15.5 9.6C15.5 12.6 12.6 13.6 10.4 12.4" stroke="var(--from)" />
      <path d="M10 20C10 15 4.5 14.8 4.5 10.4C4.5 7.4 7.4 6.4 9.6 7.6" stroke="var(--to)" />
      <path d="M9.6 7.6C11.2 8.5 11.6 10.4 10.4 12.4" stroke="var(--to)" />
    </svg>
  );
}
