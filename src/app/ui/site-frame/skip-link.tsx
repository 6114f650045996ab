export function SkipLink({ className = "skip-link" }: { className?: string | undefined }) {
  return (
    <a className={className} href="#content">
      Skip to the content
    </a>
  );
}
