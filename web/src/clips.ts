// Films of the moments around an alert, where the session has them.

import { h } from "./dom";
import { t } from "./texts";
import { ask, type Clip } from "./wire";

/** A film that is not there yet is asked for again after so long, in milliseconds. */
const AGAIN_MS = 4000;

/** Films begin so long before the alert's moment, in seconds. */
const BEFORE_S = 2;

/** Places that are drawn already, by the alert: a film that plays is not begun anew when something else is drawn. */
const places = new Map<number, HTMLElement>();

/** Films of another match are none of this one's. */
export function forgetClips(): void {
  places.clear();
}

/** Where an alert's films are shown, as soon as there are any. */
export function clipsOf(alert: number): HTMLElement {
  const known = places.get(alert);
  if (known !== undefined) return known;
  const place = h("div", { class: "clips", "aria-label": t("clip") });
  places.set(alert, place);
  let attempts = 0;
  const look = async (): Promise<void> => {
    attempts += 1;
    let clips: Clip[] = [];
    try {
      clips = await ask<Clip[]>(`/api/clips/${alert}`);
    } catch {
      // no session is kept, or the connection is lost: pictures are shown all the same
    }
    const ready = clips.filter((clip) => clip.ready);
    if (ready.length > place.childElementCount) {
      place.replaceChildren(
        ...ready.map((clip) => {
          const video = h("video", { src: clip.film, controls: true, preload: "metadata", playsinline: true, "aria-label": `${t("clip")}, ${t("cameraNumber", { number: clip.camera + 1 })}` });
          video.muted = true;
          video.addEventListener("loadedmetadata", () => (video.currentTime = Math.max(0, Math.min(clip.at_s - BEFORE_S, video.duration - 0.1))), { once: true });
          return video;
        }),
      );
    }
    // what is around an alert is a film some seconds after it
    const waits = clips.length === 0 ? attempts < 4 : ready.length < clips.length;
    if (waits && attempts < 20 && places.get(alert) === place) window.setTimeout(() => void look(), AGAIN_MS);
  };
  void look();
  return place;
}
