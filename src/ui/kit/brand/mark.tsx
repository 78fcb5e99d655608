interface MarkProps {
  size?: string;
  className?: string;
}

/**
 * The Baton mark: a thread that passes over a baton. The thread leaves a gap where it crosses, so the mark needs no
 * background color.
 */
export function Mark({ size = '1.25rem', className }: MarkProps) {
  return (
    <svg
      viewBox="0 0 32 32"
      className={className}
      style={{ width: size, height: size }}
      fill="none"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d="M5 27 12.6 19.4M19.4 12.6 27 5" stroke="currentColor" strokeWidth="5" />
      <path d="M4 16C4 7.6 12.1 6.3 16 16s12 8.4 12 0" stroke="var(--accent)" strokeWidth="3.2" />
    </svg>
  );
}
