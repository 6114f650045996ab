/** Shown on every page while payments are simulated. */
export function TestPaymentsNotice() {
  return (
    <aside className="test-payments" aria-label="Test payments">
      <p>Test mode: payments are simulated. No money is charged.</p>
    </aside>
  );
}
