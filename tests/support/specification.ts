// Paths of the specification, as it spells them.

/**
 * Routes of section 2. `{/orders}`, for example, stands for the id of the first record that
 * `GET /api/orders` returns.
 */
export const publicRoutes = [
  "/",
  "/login",
  "/register",
  "/contact",
  "/contact-us",
  "/thanks",
  "/pricing/",
  "/service/",
  "/reset",
];

/**
 * This route is also public, because visitors can order with an email and a password on the same
 * page.
 */
export const orderRoute = "/order-now/{/pricings}";

export const customerRoutes = [
  "/pending-order",
  "/my-order",
  "/dashboard",
  "/pay-now/{/orders}",
  "/order-cancelled/{/orders}",
  "/received-payment/{/orders}",
];

export const adminRoutes = [
  "/add-paypal-Email",
  "/add-user",
  "/admin",
  "/total-orders",
  "/admin/payment-status/{/orders}",
  "/setting",
  "/edit-banner",
  "/banner/{/banner}",
  "/edit-logo/{/logo}",
  "/edit-about-footer/{/footer-about}",
  "/edit-address-footer/{/footer-address}",
  "/edit-social-footer/{/footer-social}",
  "/edit-contact-page/{/contacts}",
  "/edit-step/{/steps}",
  "/edit-copyright/{/copyrights}",
  "/edit-experience/{/experiences}",
  "/edit-call/{/actions}",
  "/counters/{/counters}",
  "/admin-user/{/users}",
  "/paypal-email/{/paypal-email}",
  "/video/{/videos-items}",
  "/videotext-edit/{/videos}",
  "/service-edit/{/service-items}",
  "/main-service-edit/{/service}",
  "/servicetext-edit/{/service}",
  "/faqtext-edit/{/faq}",
  "/faq-edit/{/faq-items}",
  "/testimonialtext-edit/{/testimonialtext}",
  "/featurestext-edit/{/featurestext}",
  "/package-edit/{/pricings}",
  "/edit-testimonial/{/testimonials}/",
  "/team-text-edit/{/teamstext}/",
  "/edit-feature-items/{/featureitems}/",
  "/edit-team-items/{/teamitems}/",
  "/{/about}",
  "/edit-about",
  "/edit-video",
  "/edit-service",
  "/step-section",
  "/edit-work",
  "/edit-work/{/worksec}",
  "/edit-counter",
  "/update-calltoaction",
  "/edit-faq",
  "/edit-testimonial/",
  "/edit-services-features/",
  "/edit-team-text/",
  "/edit-experience/",
  "/add-pricing/",
  "/add-contact/",
  "/add-about-footer/",
  "/add-address-footer/",
  "/add-social-footer/",
  "/add-copyright",
  "/add-logo",
  "/add-item",
  "/all-subscriber/",
  "/all-messages/",
  "/view/{/messages}",
];

/** Calls of section 7: the lists that GET returns. */
export const lists =
  "/logo, /users, /banner, /service-items, /service, /about, /testimonialtext, /testimonials, /pricings, /footer-social, /footer-address, /footer, /actions, /copyrights, /paypal-email, /counters, /contacts, /messages, /videos, /videos-items, /steps, /footer-about, /faq, /faq-items, /worksec, /featurestext, /featureitems, /teamstext, /teamitems, /experiences, /subscribers, /orders";

/** The paths of GET for one record. */
export const reads =
  "/pricing/{id}, /order/{id}, /message/{id}, /banner/{id}, /about-us/{id}, /videos/{id}, /videos-items/{id}, /service/{id}, /service-item/{id}, /step-item/{id}, /logo/{id}, /contacts/{id}, /footer-social/{id}, /footer-about/{id}, /footer-address/{id}, /copyrights/{id}, /paypal-email/{id}, /counters/{id}, /actions/{id}, /users/{id}, /faq/{id}, /faq-item/{id}, /testimonialtext/{id}, /testimonial/{id}, /worksec/{id}, /featurestext/{id}, /featureitems/{id}, /teamstext/{id}, /teamitems/{id}, /experiences/{id}";

const counterFields =
  "happyClientsNumber, happyClientsText, projectCompleteNumber, projectCompleteText, yearofExperienceNumber, yearofExperienceText, teamNumber, teamText";
const experienceFields =
  "experienceText, experienceHeading, experienceDetails, skillOneText, skillOneNumber, skillTwoText, skillTwoNumber, skillThreeText, skillThreeNumber";

/** Fields of the calls that create content. */
export const contentCreates: Readonly<Record<string, string>> = {
  "/add-banner": "bannerHeading, bannerDetails, bannerText, imageOne, buttonText, buttonURL",
  "/add-item": "format, canvaLink, imageLink, category, freeOrPaid",
  "/add-about":
    "aboutImgOne, aboutHeading, aboutDetails, aboutText, pointOne, pointTwo, pointThree, pointFour, pointFive",
  "/add-video": "headingVideo, videoImage, videoLink",
  "/add-video-item": "videoItemIcon, videoItemTitle, videoItemDetails",
  "/add-Service": "servicesubHeading, serviceHeading",
  "/add-step": "stepTitle, stepDetails, stepNumber",
  "/add-logo": "logo",
  "/add-contact": "contactImg, contactTitle, contactDetails",
  "/add-footer-about": "aboutFooterText, aboutFooterDetails",
  "/add-footer-address": "phoneNumber, emailAddress, location",
  "/add-footer-social": "aboutText, youlink, fblink, inslink",
  "/add-footer-copyright": "copyrightText",
  "/add-counter": counterFields,
  "/add-action": "heading, subHeading",
  "/add-email": "paypalEmail",
  "/add-faq": "faqText, faqHeading",
  "/add-faq-item": "accodingText, accodingTitle",
  "/add-testimonial-text": "testimonialText, testimonialHeading",
  "/add-worksec": "stepNumber, stepTitle, stepDetails, stapIcon",
  "/add-feature-text": "FeaturesText, FeaturesHeading",
  "/add-feature-Item": "FeaturesImg, FeaturesIcon, FeaturesText, FeaturesDesc",
  "/add-team-Item": "teamMemberImg, teamMemberName, teamMemberTitle",
  "/add-experience": experienceFields,
};
/** The paths of POST that create no content. */
export const otherCreates = "/add-message, /add-subscriber, /new-order, /add-user";

/** The paths of PUT. */
export const updates =
  "/update-about/{id}, /update-banner/{id}, /videos-items/{id}, /service-item/{id}, /step-item/{id}, /message/{id}, /order-status/{id}, /order-cancelled/{id}, /footer-about/{id}, /footer-address/{id}, /footer-social/{id}, /logo/{id}, /contacts/{id}, /service/{id}, /copyrights/{id}, /paypal-email/{id}, /update-counters/{id}, /update-videos/{id}, /update-actions/{id}, /pricing/{id}, /upadete-users/{id}, /faq/{id}, /faq-item/{id}, /testimonialtext/{id}, /testimonial/{id}, /update-worksec/{id}, /featurestext/{id}, /update-featureitems/{id}, /teamstext/{id}, /update-teamitems/{id}, /update-experiences/{id}";
