/** Nobody gives orders away unknowingly: stands on every page while payments only pretend. */
export function TestPaymentsNotice() {
  return (
    <p className="test-payments" role="note">
      Test payments: orders on this site are paid with pretended money.
    </p>
  );
}
