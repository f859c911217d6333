type SignupBarsProps = { days: readonly { day: string; count: number }[] };

const heightPx = 48;

/** The figures beside it say the same; this shows the shape. */
export function SignupBars({ days }: SignupBarsProps) {
  const most = Math.max(1, ...days.map(({ count }) => count));
  const total = days.reduce((sum, { count }) => sum + count, 0);
  return (
    <div
      role="img"
      aria-label={`${total} new accounts in ${days.length} days, ${most} on the best day`}
      className="flex w-full items-end gap-0.5"
      style={{ height: heightPx }}
    >
      {days.map(({ day, count }) => (
        <span
          key={day}
          title={`${day}: ${count}`}
          className="min-w-0 flex-1 bg-info"
          style={{ height: count === 0 ? 1 : Math.max(3, (count / most) * heightPx) }}
        />
      ))}
    </div>
  );
}
