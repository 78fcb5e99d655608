/** Three stitches: something was sent in another form. */
export function StitchMark({ className }: { className?: string | undefined }) {
  return (
    <svg
      viewBox="0 0 12 14"
      className={className}
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeWidth="1.5"
      aria-hidden
    >
      <path d="M2.5 4.6L9.5 1.4M2.5 8.6L9.5 5.4M2.5 12.6L9.5 9.4" />
    </svg>
  );
}
