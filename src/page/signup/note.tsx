/**
 * One reserved line under the field: the form's note, or what is wrong. It describes the field, and is told aloud only where nothing else
 * tells it (`live`): a refusal that comes from the server. Each has an element of its own: moved text counts as a layout shift.
 */
export const Note = ({
  id,
  error,
  note,
  live,
}: {
  id: string
  error: string | null
  note: string
  live?: boolean
}) => (
  <p
    className="note"
    id={id}
    data-tone={error ? 'bad' : undefined}
    aria-live={live ? 'polite' : undefined}
  >
    {error && (
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <circle cx="8" cy="8" r="6.5" />
        <path d="M8 4.5V9M8 10.5v1.5" />
      </svg>
    )}
    <span key={String(error !== null)}>{error ?? note}</span>
  </p>
)
