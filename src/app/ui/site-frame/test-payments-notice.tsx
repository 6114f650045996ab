/** Shown on every page while payments are simulated. */
export function TestPaymentsNotice() {
  return (
    <aside className="test-payments" aria-label="Test payments">
      <p>Test payments: orders on this site are paid with pretended money, and none is moved.</p>
    </aside>
  );
}
