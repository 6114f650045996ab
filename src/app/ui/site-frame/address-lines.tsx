import type { FooterAddress } from "../../../content/blocks/footer-address.ts";
import { Icon } from "../drawings/icon.tsx";

export function AddressLines({ address }: { address: FooterAddress }) {
  return (
    <address className="address-lines">
      <ul>
        <li>
          <Icon name="pin" />
          <span>{address.location}</span>
        </li>
        <li>
          <Icon name="phone" />
          <a href={`tel:${address.phoneNumber.replace(/[^+\d]/g, "")}`}>{address.phoneNumber}</a>
        </li>
        <li>
          <Icon name="envelope" />
          <a href={`mailto:${address.emailAddress}`}>{address.emailAddress}</a>
        </li>
      </ul>
    </address>
  );
}
