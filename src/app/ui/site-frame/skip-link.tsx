/** In a file of its own, so that the panel loads no other part of the site's frame. */
export function SkipLink({ className = "skip-link" }: { className?: string | undefined }) {
  return (
    <a className={className} href="#content">
      Skip to the content
    </a>
  );
}
