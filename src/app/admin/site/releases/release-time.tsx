import { Radio, Stack, Text, TextInput } from "@mantine/core";
import { useEffect, useState } from "react";
import { minuteOf, shortDayOf, timeOf } from "#platform/time/dates.ts";
import {
  isWallTime,
  type MeantTime,
  meantTime,
  type WallTime,
  wallTimeOf,
} from "#platform/time/wall-time.ts";

export interface ChosenTime {
  readonly wallTime: WallTime;
  /** Second coming of an hour that comes twice. */
  readonly isLater: boolean;
}

interface ReleaseTimeProps {
  /** Time zone of the site. */
  timeZone: string;
  /** Present time on the server. */
  now: number;
  chosen: ChosenTime;
  error?: string | undefined;
  onChange: (chosen: ChosenTime) => void;
}

/** The next full hour that is at least an hour away. */
export function suggestedTime(now: number, timeZone: string): ChosenTime {
  const hourMs = 60 * 60 * 1000;
  const wallTime = `${wallTimeOf(now + 2 * hourMs, timeZone).slice(0, 13)}:00`;
  return { wallTime, isLater: false };
}

/** The choice that gives an instant. */
export function chosenTime(at: number, timeZone: string): ChosenTime {
  const wallTime = wallTimeOf(at, timeZone);
  const meant = meantTime(wallTime, timeZone);
  return { wallTime, isLater: meant.kind === "twice" && meant.later === at };
}

/** A time in the time zone of the site. Says which instant is meant where that is not obvious. */
export function ReleaseTime({ timeZone, now, chosen, error, onChange }: ReleaseTimeProps) {
  const { wallTime, isLater } = chosen;
  const own = useOwnZone();
  const meant = isWallTime(wallTime) ? meantTime(wallTime, timeZone) : null;
  const at = meant === null ? null : instantOf(meant, isLater);
  return (
    <Stack gap="xs">
      <TextInput
        type="datetime-local"
        name="wallTime"
        label="Day and time"
        description={`In the time zone of the site, ${timeZone}.`}
        value={wallTime}
        min={wallTimeOf(now, timeZone)}
        error={error}
        onChange={(event) => onChange({ wallTime: event.currentTarget.value, isLater: false })}
      />
      {meant?.kind === "twice" && (
        <Radio.Group
          label={`On ${dayIn(wallTime)}, clocks are set back, and ${clockIn(wallTime)} comes twice.`}
          value={isLater ? "later" : "first"}
          onChange={(value) => onChange({ wallTime, isLater: value === "later" })}
        >
          <Stack gap={4} mt={4}>
            <Radio value="first" label={`The first, ${minuteOf(meant.at, { timeZone })}`} />
            <Radio value="later" label={`The second, ${minuteOf(meant.later, { timeZone })}`} />
          </Stack>
        </Radio.Group>
      )}
      <input type="hidden" name="isLater" value={isLater ? "Yes" : ""} />
      <Text size="sm" role="status">
        {meant !== null && missingHourWords(wallTime, meant)}
        {at !== null &&
          own !== null &&
          own.timeZone !== timeZone &&
          `That is ${minuteOf(at, own)} where you are (${own.timeZone}).`}
      </Text>
    </Stack>
  );
}

/** Says which time is meant by one that clocks leave out when they are set forward; else "". */
export function missingHourWords(wallTime: WallTime, meant: MeantTime): string {
  if (meant.kind !== "skipped") return "";
  return `${clockIn(wallTime)} does not exist on ${dayIn(wallTime)}; ${clockIn(meant.shown)} is meant. `;
}

function instantOf(meant: MeantTime, isLater: boolean): number {
  return isLater && meant.kind === "twice" ? meant.later : meant.at;
}

const clockIn = (wallTime: WallTime) => wallTime.slice(11);
const dayIn = (wallTime: WallTime) => shortDayOf(wallTime.slice(0, 10), "en-GB");

interface OwnZone {
  readonly timeZone: string;
  readonly locale: string;
}

/** Time zone of the reader's device; null on the server and before hydration. */
function useOwnZone(): OwnZone | null {
  const [own, setOwn] = useState<OwnZone | null>(null);
  useEffect(() => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    setOwn({ timeZone, locale: navigator.language });
  }, []);
  return own;
}

interface InOwnZoneProps {
  at: number;
  timeZone: string;
}

/** The time where the reader is, if that is another time zone than that of the site. */
export function InOwnZone({ at, timeZone }: InOwnZoneProps) {
  const own = useOwnZone();
  if (own === null || own.timeZone === timeZone) return null;
  if (timeOf(at, own) === timeOf(at, { ...own, timeZone })) return null;
  return (
    <Text size="sm" c="dimmed">
      {minuteOf(at, own)} where you are
    </Text>
  );
}
