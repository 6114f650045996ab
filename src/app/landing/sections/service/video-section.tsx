import plainVideoSheet from "#app/looks/plain-video.css?sheet";
import { GroundLine } from "#app/ui/drawings/drawings.tsx";
import { ContentIcon, Icon } from "#app/ui/drawings/icon.tsx";
import { useLook } from "#app/ui/look-context.ts";
import { Picture } from "#app/ui/pictures/picture.tsx";
import { useSheet } from "#app/ui/styles/style-sheets.ts";
import type { SectionTitles } from "#content/blocks/section-titles.ts";
import type { VideoItem, VideoSection as VideoRecord } from "#content/blocks/video.ts";
import { SectionHeading, useItemHeading } from "../headings.tsx";
import videoSheet from "./video-section.css?sheet";

interface VideoSectionProps {
  video: Omit<VideoRecord, "_id"> | undefined;
  items: readonly VideoItem[];
  titles: Pick<SectionTitles, "videoText" | "videoButton"> | undefined;
  id?: string;
  /** True if the heading is the page's title. */
  isTitle?: boolean | undefined;
}

/** The poster is a link, so the video's host learns nothing about a visitor who does not click. */
export function VideoSection({ video, items, titles, id = "video", isTitle }: VideoSectionProps) {
  const { hasDrawings } = useLook();
  useSheet(videoSheet, ...(hasDrawings ? [] : [plainVideoSheet]));
  const ItemTitle = useItemHeading(isTitle || video?.headingVideo === "");
  if (!video && items.length === 0) return null;
  return (
    <section className="video" id={id}>
      <GroundLine ground="soil" sprouts />
      <div className="video__ground grid">
        {video && video.headingVideo !== "" && (
          <SectionHeading
            text={titles?.videoText ?? ""}
            heading={video.headingVideo}
            isTitle={isTitle}
          />
        )}
        {video && (
          <a className="video__poster" href={video.videoLink || undefined} rel="noopener">
            <Picture address={video.videoImage} sizes="(max-width: 60rem) 100vw, 62vw" />
            <span className="video__press">
              <Icon name={hostOf(video.videoLink) === "" ? "arrow" : "play"} />
              <span>
                {titles?.videoButton ?? "Watch"}
                <small>{hostOf(video.videoLink)}</small>
              </span>
            </span>
          </a>
        )}
        {items.length > 0 && (
          <ul className="video__items">
            {items.map((item) => (
              <li key={item._id}>
                <ContentIcon value={item.videoItemIcon} />
                <ItemTitle>{item.videoItemTitle}</ItemTitle>
                <p>{item.videoItemDetails}</p>
              </li>
            ))}
          </ul>
        )}
      </div>
      <GroundLine ground="paper" />
    </section>
  );
}

/** Text such as "on youtube.com"; empty for a link within the site. */
function hostOf(link: string): string {
  if (!URL.canParse(link)) return "";
  const { hostname } = new URL(link);
  return hostname && `on ${hostname.replace(/^www\./, "")}`;
}
